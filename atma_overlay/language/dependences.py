"""Dependence said outright: *my locker goes with my gym*, *the vet is whichever one is nearest the flat*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import re2

from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import Part
from atma_overlay.language.clauses import Clause
from atma_overlay.language.conditions import Condition
from atma_overlay.language.consequences import Outcome, Topic, read_outcomes
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.rewording import plain, word
from atma_overlay.language.rule_slots import OPEN_ENDED, SOMETHING, Named, Rulebook
from atma_overlay.language.tokens import Token
from atma_overlay.language.value_phrases import attribute_label, phrase_span
from atma_overlay.records import Trigger, TriggerKind

_DEPENDING: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (frozenset({"depend", "hinge", "hang", "rest"}), frozenset({"on", "upon"})),
    (frozenset({"go", "come"}), frozenset({"with"})),
    (frozenset({"follow", "match", "mirror", "track"}), frozenset()),
    (frozenset({"turn"}), frozenset({"on"})),
)
_BOUND = frozenset("tie tied link linked attach attached bind bound couple coupled peg pegged hitch chain".split())
_CONTINGENT = frozenset("contingent conditional dependent".split())
_SUITED = frozenset("suit match fit".split())
_NEAR = frozenset("nearest closest next near close closer nearer".split())
_SET = frozenset(
    "assign allot appoint choose pick set decide dictate prescribe determine provide supply bundle".split()
)
_WHICH = frozenset("whichever whatever whoever wherever whatever's whoever's".split())
_NOW_IS = re2.compile(
    r"(?i)(?:which|and|that)?,? ?(?:these days|right now|currently|at present|at the moment|for now|today|presently"
    r"|just now)"
    r",?(?: that)?(?:'s| is| means| makes it)? |(?:, (?:which|and that) (?:is|means) )"
)


_IS_NOW = re2.compile(
    r", (\p{L}[\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+)?) (?:at present|at the moment|right now|currently|these days)\b"
)
"""*…, pottery at present*."""


@dataclass(frozen=True, slots=True)
class Dependence:
    """A child that has to change when its parent does."""

    condition: Condition
    outcome: Outcome


def dependences(book: Rulebook) -> Iterator[Dependence]:
    """The dependences that the sentence states outright."""
    clauses = book.sentence.clauses
    for n, clause in enumerate(clauses):
        if clause.asked or clause.mood in {"imperative", "infinitive", "unreal"} or clause.negated:
            continue
        if clause.tense not in {"present", "perfect"} and not clause.passive:
            continue
        before = clauses[n - 1] if n else None
        child = _child(clause, before, book)
        if child is None:
            continue
        parent = _governor(clause, book)
        if parent is not None and _differ(parent, child):
            yield Dependence(Condition(parent), Outcome(child, None))
            return
    reason = _because(book)
    if reason is not None:
        yield reason
        return
    allotted = _allotted(book)
    if allotted is not None:
        yield allotted
        return
    nearest = _nearest(book) or _whoever(book) or _extreme(book)
    if nearest is not None:
        yield nearest
        return
    yield from _swapped(book)


def _differ(parent: Named, child: Named) -> bool:
    return (parent.attribute, parent.subject) != (child.attribute, child.subject) or not parent.attribute


def _child(clause: Clause, before: Clause | None, book: Rulebook) -> Named | None:
    """What depends: the subject, or the question that stands before the verb (*which vet we use depends on …*)."""
    asked = before is not None and before.intro in {"who", "which", "what", "where", "how"}
    if asked and before is not None and before.verb_start < clause.verb_start:
        opened = [i for i in range(clause.verb_start) if book.sentence.tokens[i].lower == before.intro]
        return _wondered(book, opened[-1] if opened else before.start, clause.verb_start)
    subject = clause.subject
    if subject is None or subject.pronoun is not None or subject.owner == "your":
        return None
    owned = subject.owner is not None or subject.determiner == "the"
    return book.slot_of(subject) if owned else None


def _governor(clause: Clause, book: Rulebook) -> Named | None:
    tokens = clause.tokens
    at = clause.verb_end
    words = [x.lower for x in tokens[clause.verb_start : at + 6]]
    for verbs, prepositions in _DEPENDING:
        if clause.verb not in verbs or clause.passive:
            continue
        i = _skip(tokens, at)
        if prepositions and (i >= len(tokens) or tokens[i].lower not in prepositions):
            continue
        return _parent_at(book, i + 1 if prepositions else i)
    if clause.verb == "be" or clause.passive or clause.verb in _BOUND | _SUITED:
        hinge = next(
            (i for i in range(clause.verb_start, min(at + 4, len(tokens))) if tokens[i].lower in _BOUND | _CONTINGENT),
            None,
        )
        if hinge is not None:
            i = _skip(tokens, hinge + 1)
            to = i < len(tokens) and tokens[i].lower in {"to", "on", "upon", "with"}
            return _parent_at(book, i + 1) if to else None
    if clause.verb in {"choose", "pick", "match", "select"} and clause.passive:
        suits = next((i for i in range(at, min(at + 4, len(tokens))) if tokens[i].lemma in _SUITED), None)
        if suits is not None and "to" in words:
            return _parent_at(book, suits + 1)
    return None


def _skip(tokens: Sequence[t.Tagged], i: int) -> int:
    while i < len(tokens) and tokens[i].tag == t.ADV and tokens[i].lower not in {"on", "with", "to"}:
        i += 1
    return i


def _parent_at(book: Rulebook, i: int) -> Named | None:
    tokens = book.sentence.tokens
    if i >= len(tokens):
        return None
    if tokens[i].lower in {"where", "who", "which", "what", "how", "whether"}:
        return _wondered(book, i, len(tokens))
    phrase = read_phrase(tokens, i)
    if phrase is None or phrase.pronoun is not None:
        return None
    if phrase.is_name and phrase.owner is None and phrase.determiner is None:
        start, end = phrase_span(phrase)
        return Named("", value=book.turn.text[start:end])
    return book.parent_of(phrase) if phrase.owner is not None or phrase.determiner in {"the", "this"} else None


def _wondered(book: Rulebook, start: int, end: int) -> Named | None:
    """The slot that an indirect question is about: *where we live*, *which vet we use*."""
    tokens = book.sentence.tokens[start:end]
    if not tokens:
        return None
    opened = next((i for i, x in enumerate(tokens) if x.lower in {"where", "who", "which", "what"}), None)
    if opened is None:
        return None
    asked, rest = tokens[opened].lower, [x.token for x in tokens[opened + 1 :] if x.text not in {".", ",", "!"}]
    if asked in {"which", "what"} and rest:
        phrase = read_phrase(book.reread(rest).tokens, 0)
        if phrase is not None and phrase.pronoun is None:
            return book.labelled(attribute_label(phrase))
    if not rest:
        return None
    told = [*rest, *([word("in", rest[-1].end)] if asked == "where" else []), word(SOMETHING, rest[-1].end)]
    made = [c for c in book.stated(told) if c.span[0] >= rest[-1].end and c.known_attribute]
    return Named(made[0].attribute) if made else None


_IMPOSING = frozenset("force prescribe require impose demand dictate mandate insist".split())


def _allotted(book: Rulebook) -> Dependence | None:
    """*It's the image the platform prescribes*, *each wing appoints its own*, *which Acme forces on you*.

    A value of the sentence is set by something that may change: the child is known by that value.
    """
    clauses, tokens = book.sentence.clauses, book.sentence.tokens
    for clause in clauses[1:]:
        subject = clause.subject
        if subject is None or subject.pronoun is not None or clause.verb not in _SET | _IMPOSING or clause.negated:
            continue
        if clause.mood not in {"actual"} or clause.asked or clause.passive:
            continue
        general = subject.determiner in {"each", "every"}
        opened = next((x.lower for x in reversed(tokens[: subject.start]) if x.tag != t.ADV), "")
        named = subject.is_name and subject.owner is None and clause.verb in _IMPOSING and opened == "which"
        definite = subject.determiner == "the" or subject.owner in {"my", "our"}
        relative = definite and tokens[subject.start - 1].tag in {t.NOUN, t.NAME, t.REL, t.NUM}
        if not (general or named or relative):
            continue
        held = _value_before(book, clause)
        if held is None:
            continue
        if named:
            start, end = phrase_span(subject)
            name = book.turn.text[start:end]
            return Dependence(Condition(Named("", value=name), Trigger(TriggerKind.FROM, name)), Outcome(held, None))
        parent = book.labelled(attribute_label(subject), subject if subject.owner else None)
        if parent is not None and _differ(parent, held):
            return Dependence(Condition(parent), Outcome(held, None))
    return None


def _value_before(book: Rulebook, clause: Clause) -> Named | None:
    """The value that the sentence states before a clause: of the speaker's, and surely told."""
    told = [
        c
        for c in book.states(book.sentence, book.turn)
        if c.part is Part.STATEMENT and c.span[1] <= clause.tokens[clause.verb_start].token.start
        and c.value_kind in kinds.ANCHORED and c.confidence >= OPEN_ENDED and not c.subject.startswith("?")
    ]  # fmt: skip
    if not told:
        return None
    first = told[0]
    return Named(first.attribute, "" if first.subject == book.turn.speaker else first.subject, first.value)


def _because(book: Rulebook) -> Dependence | None:
    """*I only shop at Billa because the flat is above it*: what has one reason goes with it."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower == "because" and i), None)
    if at is None or at + 2 >= len(tokens) or not any(x.lower == "only" for x in tokens[max(0, at - 14) : at]):
        return None
    behind = at + 2 if tokens[at + 1].lower == "of" else at + 1
    phrase = read_phrase(tokens, behind)
    owned = phrase is not None and (phrase.owner is not None or phrase.determiner == "the") and phrase.owner != "your"
    parent = book.parent_of(phrase) if owned else None
    words = [x.token for x in tokens[:at] if x.lower != "only" and x.text != ","]
    found = read_outcomes(words, book, Topic()) if parent is not None and words else []
    if parent is None or not found or found[0].value is None or not _differ(parent, found[0].child):
        return None
    child = found[0].child
    return Dependence(Condition(parent), Outcome(replace(child, value=found[0].value), None))


def _nearest(book: Rulebook) -> Dependence | None:
    """*I stop at whichever café is closest to the gym, which these days means Juno's Hatch*."""
    tokens = book.sentence.tokens
    which = next((i for i, x in enumerate(tokens) if x.lower in _WHICH), None)
    near = next((i for i, x in enumerate(tokens) if x.lower in _NEAR and _to_place(tokens, i) is not None), None)
    if near is None:
        return _provided(book, which) if which is not None else None
    superlative = tokens[near].lower in {"nearest", "closest"} or which is not None
    if not superlative:
        return None
    place = _to_place(tokens, near)
    parent = _parent_at(book, place) if place is not None else None
    if parent is None or (which is not None and which > near):
        return None
    child = _chosen(book, which if which is not None else near)
    held = _held_now(book, near)
    if child is None and held is None:
        return None
    return Dependence(Condition(parent), Outcome(replace(child or Named(""), value=held), None))


def _to_place(tokens: Sequence[t.Tagged], i: int) -> int | None:
    """Where the place begins that something is near to."""
    after = i + 1
    if after < len(tokens) and tokens[after].lower in {"to"}:
        after += 1
    elif after < len(tokens) and tokens[after].tag == t.NOUN:
        after += 1
        if after >= len(tokens) or tokens[after].lower not in {"to"}:
            return None
        after += 1
    if after >= len(tokens) or tokens[after].tag not in {t.DET, t.POSS} or tokens[after].lower == "your":
        return None
    return after


def _chosen(book: Rulebook, at: int) -> Named | None:
    """The slot of what is chosen: the subject of *is whichever*, or the noun behind *whichever*."""
    tokens = book.sentence.tokens
    clause = next((c for c in book.sentence.clauses if c.verb_end <= at and c.subject is not None), None)
    subject = clause.subject if clause is not None else None
    if clause is not None and subject is not None and subject.pronoun is None and clause.verb in {"be", "become"}:
        return book.slot_of(subject)
    if at + 1 < len(tokens) and tokens[at + 1].tag == t.NOUN and tokens[at].lower in _WHICH:
        phrase = read_phrase(tokens, at + 1)
        return book.labelled(attribute_label(phrase)) if phrase is not None else None
    if clause is not None and tokens[at].lower in {"nearest", "closest"} and tokens[at + 1].tag == t.NOUN:
        return book.labelled(tokens[at + 1].lemma)
    return None


def _provided(book: Rulebook, which: int) -> Dependence | None:
    """*She does whatever club her school runs, pottery at present*, *the driver is whoever the agency sends*."""
    tokens = book.sentence.tokens
    start = next((i for i in range(which + 1, min(which + 6, len(tokens))) if _begins_thing(tokens, i)), None)
    subject = read_phrase(tokens, start) if start is not None else None
    if subject is None or start is None or subject.pronoun is not None:
        return None
    subject = until_verb(subject)
    at, owner = subject.end, subject
    if at + 1 < len(tokens) and tokens[at].lower in {"at", "of", "in"} and _begins_thing(tokens, at + 1):
        inner = read_phrase(tokens, at + 1)
        owner = until_verb(inner) if inner is not None and inner.owner in {"my", "our"} else subject
        at = owner.end if owner is not subject else at
    while at < len(tokens) - 1 and tokens[at].tag in {t.ADV, t.HAVE, t.BE}:
        at += 1
    if at >= len(tokens) or w.verb_lemma(tokens[at].lower) is None or tokens[at].lower.endswith("ing"):
        return None
    parent = book.parent_of(owner)
    thing = read_phrase(tokens, which + 1) if start > which + 1 and tokens[which + 1].tag in t.NOMINAL | {t.PREP} else None
    label = attribute_label(thing) if thing is not None and thing.start < subject.start else ""
    held = _held_now(book, at)
    child = book.labelled(label) if label else None
    child = child or _chosen(book, which) or _falling(book, which)
    if parent is None or (child is None and held is None):
        return None
    return Dependence(Condition(parent), Outcome(replace(child or Named(""), value=held), None))


def _begins_thing(tokens: Sequence[t.Tagged], i: int) -> bool:
    """*The agency*, *my school*, *Ada's school*: whose doing it is."""
    owned = tokens[i].tag == t.POSS and tokens[i].lower != "your"
    return owned or tokens[i].lower == "the" or (tokens[i].tag == t.NAME and tokens[i + 1 : i + 2] != () and (
        tokens[i + 1].tag == t.GEN))  # fmt: skip


def until_verb(phrase: Phrase) -> Phrase:
    """*The agency sends*: a verb in the third person that reads as one more noun ends the phrase."""
    tokens = phrase.tokens
    for at in range(phrase.core + 1, phrase.end):
        lower = tokens[at].lower
        lemma = w.verb_lemma(lower)
        ends = at + 1 >= len(tokens) or tokens[at + 1].tag not in t.NOMINAL
        if lemma is not None and lower != lemma and lower.endswith("s") and tokens[at - 1].tag == t.NOUN and ends:
            return replace(phrase, end=at, head=at - 1, of=None)
    return phrase


def _falling(book: Rulebook, which: int) -> Named | None:
    """*My night off falls on whichever …*, *date night, which is whichever …*: what stands before the verb."""
    tokens = book.sentence.tokens
    verb = next((i for i in range(which - 1, max(-1, which - 4), -1) if tokens[i].lower in _FALLING), None)
    if verb is None or verb == 0:
        return None
    end = verb - 1 if tokens[verb - 1].lower in {"which", "that"} else verb
    while end and tokens[end - 1].tag in {t.PUNCT, t.ADV}:
        end -= 1
    begin = end
    while begin and tokens[begin - 1].tag in t.NOMINAL | {t.POSS, t.DET} or (begin > 1 and _off(tokens, begin - 1)):
        begin -= 1
    phrase = read_phrase(tokens, begin) if begin < end else None
    if phrase is None or phrase.pronoun is not None or phrase.owner == "your":
        return None
    words = [x.lower for x in tokens[phrase.core : end]]
    return book.labelled(attribute_label(phrase) if phrase.end >= end else " ".join(words)) or book.slot_of(phrase)


_FALLING = frozenset("falls is lands comes depends hangs".split())


def _off(tokens: Sequence[t.Tagged], i: int) -> bool:
    return tokens[i].lower == "off" and tokens[i - 1].tag == t.NOUN


_WRITING = frozenset("pick choose set decide write appoint assign dictate name select bring".split())
_ONE_OFF = frozenset("win lose finish come arrive get find know want need see hear think say".split())


def _whoever(book: Rulebook) -> Dependence | None:
    """*Whoever coaches us picks the warm-up song*: who does something lasting for the speaker sets a value."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower == "whoever"), None)
    if at is None or at + 4 >= len(tokens):
        return None
    doing = w.verb_lemma(tokens[at + 1].lower)
    ours = read_phrase(tokens, at + 2)
    mine = ours is not None and (ours.pronoun in {"us", "me"} or ours.owner in {"my", "our"})
    if doing is None or doing in _ONE_OFF or ours is None or not mine or tokens[at + 1].lower == doing:
        return None
    ours = until_verb(ours)
    sets = w.verb_lemma(tokens[ours.end].lower) if ours.end < len(tokens) - 1 else None
    thing = read_phrase(tokens, ours.end + 1) if sets in _WRITING else None
    if thing is None or thing.pronoun is not None or thing.owner in {"your", "his", "her"}:
        return None
    agent = next((x for x in (doing, f"{doing}er", f"{doing}r", f"{doing}or") if x in w.common_words()), doing)
    parent, child = Named(agent), book.labelled(attribute_label(thing))
    if child is None or not _differ(parent, child):
        return None
    return Dependence(Condition(parent), Outcome(child, None))


_EXTREME = frozenset("oldest newest latest only last smallest largest biggest cheapest fastest slowest lowest".split())


def _extreme(book: Rulebook) -> Dependence | None:
    """*Our test phone is the oldest one that our app supports, a Wisp 6*: the extreme of what the parent allows."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower in _EXTREME and tokens[i - 1].lower == "the" and i), None)
    if at is None:
        return None
    start = next((i for i in range(at + 1, min(at + 6, len(tokens))) if _begins_thing(tokens, i)), None)
    owner = read_phrase(tokens, start) if start is not None else None
    if owner is None or owner.pronoun is not None or start is None or any(x.tag == t.PUNCT for x in tokens[at:start]):
        return None
    owner = until_verb(owner)
    verb = next((x for x in tokens[owner.end :] if x.tag != t.ADV), None)
    if verb is None or w.verb_lemma(verb.lower) not in _ALLOWING or owner.owner not in {"my", "our"} | {None}:
        return None
    parent, held = book.slot_of(owner), _held_now(book, at)
    clause = next((c for c in book.sentence.clauses if c.verb_end <= at and c.verb == "be"), None)
    subject = clause.subject if clause is not None else None
    opens = tokens[at - 2].lower in w.BE if at > 1 else False
    child = book.slot_of(subject) if opens and subject is not None and subject.pronoun is None else None
    if parent is None or (child is None and held is None):
        return None
    return Dependence(Condition(parent), Outcome(replace(child or Named(""), value=held), None))


_ALLOWING = frozenset("support run allow accept take cover let permit work offer sell stock".split())


def _held_now(book: Rulebook, after: int) -> str | None:
    """The present value that is named in passing: *…, which these days means Juno's Hatch*."""
    tokens = book.sentence.tokens
    start = tokens[after].token.start
    rest = book.turn.text[start : book.sentence.sentence.end]
    match = _NOW_IS.search(rest)
    if match is None:
        beside = _IS_NOW.search(rest)
        return beside.group(1) if beside is not None else None
    at = next((i for i, x in enumerate(tokens) if x.token.start >= start + match.end()), None)
    phrase = read_phrase(tokens, at) if at is not None else None
    if phrase is None or kind_of(phrase)[0] not in kinds.ANCHORED:
        beside = _IS_NOW.search(rest)
        return beside.group(1) if beside is not None else None
    first, last = phrase_span(phrase)
    if phrase.owner_is_name:
        first = tokens[phrase.start].token.start  # Juno's Hatch: one name
    return book.turn.text[first:last]


def _swapped(book: Rulebook) -> Iterator[Dependence]:
    """*A new address means a new permit*, *a change of gym means my trainer becomes Dana*, *with X as my gym …*."""
    tokens = book.sentence.tokens
    lowers = [x.lower for x in tokens]
    if "as" in lowers and ("would" in lowers or "'d" in lowers or "will" in lowers or "means" in lowers):
        found = _in_the_post(book)
        if found is not None:
            yield found
            return
    meaning = next((i for i, x in enumerate(tokens) if x.lower in {"means", "mean", "meaning"} and i), None)
    changing = next(
        (
            i
            for i, x in enumerate(tokens)
            if x.lower in {"change", "switch"} and i and lowers[i - 1] in {"a", "any", "every", "the"}
        ),
        None,
    )
    if changing is not None and changing + 1 < len(tokens) and tokens[changing + 1].lower in {"of", "in"}:
        phrase = read_phrase(tokens, changing + 2)
    elif (
        meaning is not None
        and lowers[0] in {"a", "any", "another", "every"}
        and {"new", "different", "another"} & set(lowers[:3])
    ):
        phrase = read_phrase(tokens, 0)
    else:
        return
    if phrase is None or phrase.pronoun is not None:
        return
    owned = phrase.owner is not None or phrase.determiner == "the"
    parent = (book.parent_of(phrase) if owned else None) or book.labelled(attribute_label(phrase))
    if parent is None:
        return
    start = meaning + 1 if meaning is not None and meaning > phrase.start else phrase.end
    rest = [x.token for x in tokens[start:]]
    while rest and rest[0].lower in {"that", "would", "will"}:
        rest.pop(0)
    yield from _meant(book, parent, rest)


def _meant(book: Rulebook, parent: Named, rest: list[Token]) -> Iterator[Dependence]:
    if not rest:
        return
    phrase = read_phrase(book.reread(rest).tokens, 0)
    fresh = phrase is not None and any(x.lower in {"new", "different", "another"} for x in phrase.tokens[: phrase.head])
    if phrase is not None and fresh and phrase.owner is None:
        child = book.labelled(attribute_label(phrase))
        if child is not None and _differ(parent, child):
            yield Dependence(Condition(parent), Outcome(child, None))
        return
    for outcome in read_outcomes(rest, book, Topic()):
        if _differ(parent, outcome.child):
            yield Dependence(Condition(parent), outcome)


def _in_the_post(book: Rulebook) -> Dependence | None:
    """*With Apex as our host, the drain would be Sift*; *Apex as our host would mean Sift as the drain*."""
    tokens = book.sentence.tokens
    start = 1 if tokens[0].lower == "with" else 0
    value = read_phrase(tokens, start)
    if value is None:
        return None
    behind = next(
        (i for i in range(value.start, min(len(tokens) - 1, value.start + 12)) if tokens[i].lower == "as"), None
    )
    post = read_phrase(tokens, behind + 1) if behind is not None else None
    if post is None or behind is None or post.pronoun is not None:
        return None
    given = [x.token for x in tokens[start:behind]]
    text = book.turn.text[given[0].start : given[-1].end]
    parent = book.slot_of(post, given)
    rest = [x.token for x in tokens[post.end :] if x.text != "."]
    meaning = next((i for i, x in enumerate(rest) if x.lower in {"mean", "means"}), None)
    if parent is None or not rest:
        return None
    condition = Condition(parent, Trigger(TriggerKind.TO, _unled(text)))
    if meaning is None:
        found = read_outcomes(rest, book, Topic()) if start else []
        return Dependence(condition, found[0]) if found else None
    said = plain(rest[meaning + 1 :])
    tagged = book.reread(said).tokens
    split = next((i for i in range(len(tagged) - 1, 0, -1) if tagged[i].lower == "as"), None)
    role = read_phrase(tagged, split + 1) if split is not None else None
    if split is None or role is None:
        return None
    child = book.slot_of(role, said[:split])
    if child is None:
        return None
    return Dependence(condition, Outcome(child, _unled(book.turn.text[said[0].start : said[split - 1].end])))


def _unled(text: str) -> str:
    first, _, rest = text.partition(" ")
    return rest if rest and first.lower() in {"a", "an", "the"} else text
