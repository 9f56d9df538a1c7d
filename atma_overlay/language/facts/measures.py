"""How often something is done, and measures that moved."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, tells_when, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, OPEN, Scene, value_text
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.records import Change
from atma_overlay.values.normal import UNIT_OF

_TIMES = w.TIME_NOUNS | w.DAY_NAMES

_MOVES = frozenset("go rise climb grow shrink jump drop fall come creep shoot slip slide shift".split())
_SETS = frozenset(
    """raise set put bump lower cut increase push move shift change reschedule extend postpone delay bring double fix
    cap up down halve trim crank nudge hike slash tighten loosen update adjust amend revise""".split()
)


_LIGHT = frozenset("be do go have take".split())
_TIMES_OVER = frozenset({"once", "twice", "thrice"})
_GOING = frozenset("be go come get head drive travel meet".split())
"""Verbs that say little of what is done that often: where it is done says it."""


def frequency(scene: Scene) -> Iterator[Candidate]:
    """*I row twice a week*, *it's three evenings a week now*: how often, as a value of its own."""
    clause = scene.clause
    if clause.tense not in {"present", "perfect"} or clause.negated:
        return
    tokens = clause.tokens
    if clause.verb in {"think", "guess", "know", "say", "hope", "plan", "try", "aim", "want", "need"}:
        return
    if t.NUM not in scene.sentence.tags and scene.sentence.words.isdisjoint(_TIMES_OVER):
        return
    for i in range(clause.verb_end, min(max(clause.end, clause.verb_end) + 1, len(tokens) - 1)):
        end = _often(tokens, i)
        if end is None:
            continue
        owner, label = _whose(scene)
        it = clause.subject is not None and clause.subject.pronoun in {"it", "that"}
        if not label and clause.verb == "be" and (not it or scene.told is Change.NONE):
            return
        moved = clause.particle in {"up", "down"} and clause.verb in _MOVES and clause.subject is not None
        if moved and clause.subject is not None and clause.subject.pronoun is None:
            label = attribute_label(clause.subject)
        told = Change.TOLD if moved else scene.told
        span = (tokens[i].token.start, tokens[end - 1].token.end)
        value = scene.turn.text[span[0] : span[1]]
        attribute = "_".join(x for x in (_deed(clause), label.replace(" ", "_"), "frequency") if x)
        unit = w.lemma(tokens[end - 1].lower)
        rate = UNIT_OF.get(tokens[i + 1].lower)
        if rate in kinds.MONEY:
            if label and not it:
                yield make(
                    scene, owner, scene.lexicon.by_noun(label) or label, value, span, "money", rate, told, COPULAR
                )
            return
        if it and not label:  # what it is of, only the context names
            yield make(scene, owner, "frequency", value, span, "frequency", unit, scene.told, OPEN, part=Part.ADOPTED)
            return
        yield make(scene, owner, attribute, value, span, "frequency", unit, told, OPEN, single=True)
        return


def _whose(scene: Scene) -> tuple[str, str]:
    """Whose frequency a clause tells, and of what where its verb does not say it."""
    clause, turn = scene.clause, scene.turn
    person = subject_of(clause.subject, turn)
    it = clause.subject is not None and clause.subject.pronoun in {"it", "that"}
    if clause.verb == "be" and clause.subject is not None and person is None and not it:
        return owner_subject(clause.subject, turn), attribute_label(clause.subject)
    label = attribute_label(clause.bare())
    if not label and clause.verb in _GOING and not it:
        label = next((x for c in clause.complements if c.preposition and (x := attribute_label(c.phrase))), "")
    return turn.speaker if it or person is None else person, label


def _deed(clause: Clause) -> str:
    """What is done that often; *do*, *go* and *be* leave it to what stands with them."""
    if clause.verb not in _LIGHT:
        return clause.verb
    follows = clause.tokens[clause.verb_end]
    return w.lemma(follows.lower) if clause.verb in {"do", "go"} and follows.lower.endswith("ing") else ""


def _counts_times(token: t.Tagged) -> bool:
    """*Three evenings a week* says how often; *three runs a week* counts runs."""
    known = token.lower in _TIMES or token.lemma in {"time", "session"}
    return token.tag == t.NOUN and (known or token.lower in UNIT_OF)


def _often(tokens: tuple[t.Tagged, ...], i: int) -> int | None:
    """The end of *twice a week*, *three evenings a week*, *every second Tuesday* that starts at `i`."""
    j = i
    if tokens[i].lower in _TIMES_OVER:
        j = i + 1
    elif tokens[i].tag == t.NUM and i + 1 < len(tokens) and _counts_times(tokens[i + 1]):
        j = i + 2
    else:
        return None
    if j + 1 < len(tokens) and tokens[j].lower in {"a", "per", "each", "every"}:
        period = tokens[j + 1].lower
        if period in {"day", "week", "month", "year", "fortnight", "night", "weekend", "term", "season"}:
            return j + 2
    return None


def _topic(scene: Scene) -> str:
    """What *it* stands for: the noun before a colon, else what an earlier clause of the sentence is about."""
    tokens = scene.sentence.tokens
    opening = read_phrase(tokens, 0)
    if opening is not None and opening.end < len(tokens) and tokens[opening.end].text == ":":
        return attribute_label(opening)
    for clause in scene.sentence.clauses:
        if clause.verb_start >= scene.clause.verb_start:
            return ""
        label = attribute_label(clause.subject) or attribute_label(clause.bare())
        if label:
            return label
    return ""


_PRICES = frozenset("price total cost amount sum checkout subtotal".split())
_BARGAIN = PatternSet(
    r"\b(?:coupons?|vouchers?|discount\p{L}*|promo\p{L}*|codes?|haggl\p{L}*|bargain\p{L}*|sale|clearance|cashback|deal|rebate|"
    r"points|marked down|on offer|checkout|bought|ordered|purchase\p{L}*)\b"
)


def bargain(scene: Scene, theme: Phrase | None) -> bool:
    """*The coupon brought the price down from $20 to $15*: what something cost once is no standing price.

    What *we* ask for something of ours is one: *we've brought the price down to £12*.
    """
    if theme is None or theme.owner is not None or theme.head_lemma not in _PRICES or theme.of is not None:
        return False
    doer = scene.clause.subject
    ours = doer is not None and doer.pronoun in {"i", "we"}
    dear = any(c.preposition == "from" and kind_of(c.phrase)[0] == "money" for c in scene.clause.complements)
    return (dear and not ours) or scene.turn.holds(_BARGAIN)


MOVING = _MOVES | _SETS
_TIME_NOUNS_OR_DATE_OR_DEADLINE = w.TIME_NOUNS | {"date", "deadline"}


_PEOPLE = w.KIN | w.ACQUAINTANCES


def quantity_move(scene: Scene) -> Iterator[Candidate]:
    """*Fees have gone up to 90*, *I've put the cap at 2 GB*, *the audit's been pushed to 3 May*."""
    clause = scene.clause
    if clause.verb not in MOVING or clause.mood != "actual":
        return
    values = [c for c in clause.complements if c.preposition in {"to", "at", "on", "for", None, "up", "until", "by"}]
    measured = [m for m in [(c, *value_of(c.phrase)) for c in values] if m[2] in kinds.MEASURED]
    if not measured:
        return
    counted = [m for m in measured if m[0].preposition not in {None, "for", "by"}]
    if not counted and clause.verb in _MOVES:
        counted = [m for m in measured if m[2] in kinds.COUNTED]
    thing = clause.bare()
    if thing is not None and counted and thing.start > counted[0][1].start and tells_when(thing):
        thing = None  # our standup moved to 10:15 last week
    theme = clause.subject if clause.verb in _MOVES or clause.passive or thing is None else thing
    others = any(
        not _OTHER.isdisjoint(x.lower for x in c.phrase.tokens[c.phrase.start : c.phrase.end])
        for c in clause.complements
        if c.preposition != "like" and not tells_when(c.phrase)
    )
    if not counted or others or theme is None or theme.pronoun not in {None, "it", "that"}:
        return
    label = attribute_label(theme) if theme.pronoun is None else _topic(scene)
    if not label or bargain(scene, theme):
        return
    doer = clause.subject
    if theme.owner in {"its", "their", "his", "her"} and doer is not None and doer.pronoun not in {"i", "we"}:
        return
    if doer is not None and doer.of is not None and doer.head_lemma in _PEOPLE and theme.owner is None:
        return  # the landlord of my mate put the rent up
    told, phrase, kind, unit = counted[0]
    if clause.verb == "fall" and told.preposition == "on" and kind in {"day", "date"}:
        return  # my birthday falls on a Sunday
    value, span = value_text(scene, phrase)
    if kind == "number" and clause.verb in _RESCHEDULES and _HOUR.match(value):
        kind = "time"
    timed = kind in {"time", "day", "date"}
    if timed and told.preposition in {"at", "on"} and clause.verb in _SETS - _APPOINTING and theme is thing:
        return  # I cut the cake at three
    named = scene.lexicon.fitting(label, phrase, kind) if timed else None
    attribute = named or (None if timed else scene.lexicon.by_noun(label)) or label
    if isinstance(attribute, str) and timed and attribute.split()[-1] not in _TIME_NOUNS_OR_DATE_OR_DEADLINE:
        attribute = f"{attribute} {kind}"
    plain = (
        theme.is_name and theme.owner is None and theme.end - theme.start == 1 and theme.tokens[theme.start].token.first
    )
    owner = scene.turn.speaker if timed and clause.passive and plain else owner_subject(theme, scene.turn)
    before = _moved_from(scene, kind, unit)
    found = make(scene, owner, attribute, value, span, kind, unit, Change.TOLD, COPULAR, single=True)
    if before is not None:
        found = found.but(replaces=before)
    if before is not None and kind in {"day", "date"}:  # the old day and the new one, and not how long it held
        found = found.but(valid_from=scene.turn.at, valid_to=None, temporary=False)
    elif clause.tense in {"past", "perfect"} and kind not in {"day", "date"}:  # a time in the past is when it moved
        found = found.but(valid_to=None)
    once = theme.tokens[theme.start].lower == "one" or _THIS_ONCE.search(scene.sentence.lowered) is not None
    yield found.but(confidence=DOUBTED) if once else found


_OTHER = frozenset({"other", "others", "another"})
"""*Rates went down to 3.4% at other banks*."""
_THIS_ONCE = re2.compile(
    r"\b(?:(?:just|only|for) (?:this (?:week|time|month)|once)|this (?:week|month) only|one-off)\b"
)
"""*The meeting moved to Tuesday, just this week*."""


def _moved_from(scene: Scene, kind: str, unit: str | None) -> str | None:
    """The old value, where *from … to …* tells it."""
    for complement in scene.clause.complements:
        phrase, old_kind, old_unit = value_of(complement.phrase)
        if complement.preposition == "from" and (old_kind, old_unit) == (kind, unit):
            return value_text(scene, phrase)[0]
    return None


_RESCHEDULES = frozenset("push move shift reschedule postpone delay".split())
_HOUR = re2.compile(r"^(?:1?\d|2[0-3])$")
"""A bare hour, where something was moved to it: *stand-up got pushed to 10*."""
_APPOINTING = _RESCHEDULES | {"set", "fix", "put"}
"""Verbs that give something its time with *at* or *on*; what is done otherwise at three was done then."""
