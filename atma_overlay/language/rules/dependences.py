"""Dependence said outright: *my locker goes with my gym*, *the vet is whichever one is nearest the flat*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from atma_overlay.language.candidates import Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.choices import chosen
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.consequences import read_outcomes
from atma_overlay.language.rules.governors import Dependence, differ, opening, parent_at, skip_adverbs, wondered
from atma_overlay.language.rules.open_outcomes import thing_named
from atma_overlay.language.rules.outcomes import Outcome, Topic
from atma_overlay.language.rules.rewording import plain
from atma_overlay.language.rules.rule_slots import OPEN_ENDED, Named, Rulebook
from atma_overlay.language.rules.settlings import paired, settled
from atma_overlay.records import Trigger, TriggerKind

_BEFORE_A_RELATIVE = frozenset({t.NOUN, t.NAME, t.REL, t.NUM})

_DEPENDING: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (frozenset({"depend", "hinge", "hang", "rest"}), frozenset({"on", "upon"})),
    (frozenset({"go", "come"}), frozenset({"with"})),
    (frozenset({"follow", "match", "mirror", "track"}), frozenset()),
    (frozenset({"turn", "ride"}), frozenset({"on"})),
    (frozenset({"vary", "change", "move"}), frozenset({"with"})),
)
_BOUND = frozenset("tie tied link linked attach attached bind bound couple coupled peg pegged hitch chain".split())
_CONTINGENT = frozenset("contingent conditional dependent".split())
_DOWN = (("down", "to"), ("governed", "by"), ("determined", "by"), ("decided", "by"), ("dictated", "by"),
         ("set", "by"), ("based", "on"), ("a", "matter", "of"), ("all", "about"), ("up", "to"), ("chosen", "by"),
         ("picked", "by"))  # fmt: skip
"""Behind *is*: what says on what something hangs."""
_SUITED = frozenset("suit match fit".split())
_SET = frozenset(
    "assign allot appoint choose pick set decide dictate prescribe determine provide supply bundle".split()
)


def dependences(book: Rulebook) -> Iterator[Dependence]:
    """The dependences that the sentence states outright."""
    clauses = book.sentence.clauses
    for n, clause in enumerate(clauses):
        if clause.asked or clause.mood in {"imperative", "infinitive", "unreal"} or clause.negated:
            continue
        if clause.tense not in {"present", "perfect"} and not clause.passive:
            continue
        if clause.tokens[clause.verb_start].lower.endswith("ing"):
            continue
        before = clauses[n - 1] if n else None
        child = _child(clause, before, book)
        if child is None:
            continue
        parent = _governor(clause, book)
        if parent is not None and differ(parent, child):
            yield Dependence(Condition(parent), Outcome(child, None))
            return
    decided = settled(book)
    if decided is not None:
        yield decided
        return
    reason = _because(book)
    if reason is not None:
        yield reason
        return
    allotted = _allotted(book)
    if allotted is not None:
        yield allotted
        return
    found = chosen(book) or paired(book)
    if found is not None:
        yield found
        return
    yield from _swapped(book)


def _child(clause: Clause, before: Clause | None, book: Rulebook) -> Named | None:
    """What depends: the subject, or the question that stands before the verb (*which vet we use depends on …*)."""
    asked = before is not None and before.intro in {"who", "which", "what", "where", "how"}
    if asked and before is not None and before.verb_start < clause.verb_start:
        opened = [i for i in range(clause.verb_start) if book.sentence.tokens[i].lower == before.intro]
        return wondered(book, opened[-1] if opened else before.start, clause.verb_start)
    subject = clause.subject
    if subject is None:
        return opening(book, clause.verb_start)
    if subject.pronoun is not None or subject.owner == "your":
        return None
    owned = subject.owner is not None or subject.determiner == "the"
    if owned:
        return book.slot_of(subject)
    if subject.is_name and subject.determiner is None:
        return thing_named(subject, book)  # "Beale Pool comes with my gym membership"
    bare = subject.determiner is None and not subject.is_name and subject.start == 0
    return book.labelled(attribute_label(subject)) if bare else None  # "lunch depends on the office"


_BOUND_OR_SUITED = _BOUND | _SUITED
_BOUND_OR_CONTINGENT = _BOUND | _CONTINGENT


def _governor(clause: Clause, book: Rulebook) -> Named | None:
    tokens = clause.tokens
    at = clause.verb_end
    words = [x.lower for x in tokens[clause.verb_start : at + 6]]
    origin = _origin(clause, book)
    if origin is not None:
        return origin
    for verbs, prepositions in _DEPENDING:
        if clause.verb not in verbs or clause.passive:
            continue
        i = skip_adverbs(tokens, at)
        if prepositions and (i >= len(tokens) or tokens[i].lower not in prepositions):
            continue
        return parent_at(book, i + 1 if prepositions else i)
    if clause.verb == "be" or clause.passive:
        for i in range(clause.verb_start, min(at + 3, len(tokens))):
            run = next((r for r in _DOWN if tuple(x.lower for x in tokens[i : i + len(r)]) == r), None)
            if run is not None:
                return parent_at(book, skip_adverbs(tokens, i + len(run)))
    if clause.verb == "be" or clause.passive or clause.verb in _BOUND_OR_SUITED:
        hinge = next(
            (i for i in range(clause.verb_start, min(at + 4, len(tokens))) if tokens[i].lower in _BOUND_OR_CONTINGENT),
            None,
        )
        if hinge is not None:
            i = skip_adverbs(tokens, hinge + 1)
            to = i < len(tokens) and tokens[i].lower in {"to", "on", "upon", "with"}
            return parent_at(book, i + 1) if to else None
    if clause.verb in {"choose", "pick", "match", "select"} and clause.passive:
        suits = next((i for i in range(at, min(at + 4, len(tokens))) if tokens[i].lemma in _SUITED), None)
        if suits is not None and "to" in words:
            return parent_at(book, suits + 1)
    return None


_ASKING = frozenset({"who", "which", "what", "where"})
_NOBODY_S = w.KIN | w.PETS | w.ACQUAINTANCES


def _origin(clause: Clause, book: Rulebook) -> Named | None:
    """*The guest limit comes from the venue*, *the bank goes by who is treasurer*; people come from a town."""
    tokens, i = clause.tokens, skip_adverbs(clause.tokens, clause.verb_end)
    subject = clause.subject
    if subject is None or subject.head_lemma in _NOBODY_S or clause.passive or i + 1 >= len(tokens):
        return None
    link, behind = tokens[i].lower, tokens[i + 1]
    asked = clause.verb == "go" and link == "by" and behind.lower in _ASKING
    from_it = clause.verb == "come" and link == "from" and behind.tag in t.POSS_OR_DET
    parent = parent_at(book, i + 1) if asked or from_it else None
    return parent if parent is not None and parent.attribute else None


_IMPOSING = frozenset("force prescribe require impose demand dictate mandate insist".split())


_SET_OR_IMPOSING = _SET | _IMPOSING


def _allotted(book: Rulebook) -> Dependence | None:
    """*It's the image the platform prescribes*, *each wing appoints its own*, *which Acme forces on you*.

    A value of the sentence is set by something that may change: the child is known by that value.
    """
    clauses, tokens = book.sentence.clauses, book.sentence.tokens
    for clause in clauses[1:]:
        subject = clause.subject
        if subject is None or subject.pronoun is not None or clause.verb not in _SET_OR_IMPOSING or clause.negated:
            continue
        if clause.mood not in {"actual"} or clause.asked or clause.passive:
            continue
        general = subject.determiner in {"each", "every"}
        opened = next((x.lower for x in reversed(tokens[: subject.start]) if x.tag != t.ADV), "")
        named = subject.is_name and subject.owner is None and clause.verb in _IMPOSING and opened == "which"
        definite = subject.determiner == "the" or subject.owner in {"my", "our"}
        relative = definite and tokens[subject.start - 1].tag in _BEFORE_A_RELATIVE
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
        if parent is not None and differ(parent, held):
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
    named = phrase is not None and phrase.is_name and phrase.owner is None and tokens[at + 1].lower == "of"
    condition: Condition | None = None
    if named and phrase is not None:
        start, end = phrase_span(phrase)
        name = book.turn.text[start:end]
        condition = Condition(Named("", value=name), Trigger(TriggerKind.FROM, name))
    elif owned:
        parent = book.parent_of(phrase)
        condition = Condition(parent) if parent is not None else None
    words = [x.token for x in tokens[:at] if x.lower not in {"only", "just"} and x.text != ","]
    found = read_outcomes(words, book, Topic()) if condition is not None and words else []
    if condition is None or not found or found[0].value is None or not differ(condition.parent, found[0].child):
        return None
    child = found[0].child
    return Dependence(condition, Outcome(replace(child, value=found[0].value), None))


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
        if child is not None and differ(parent, child):
            yield Dependence(Condition(parent), Outcome(child, None))
        return
    for outcome in read_outcomes(rest, book, Topic()):
        if differ(parent, outcome.child):
            yield Dependence(Condition(parent), outcome)


def _in_the_post(book: Rulebook) -> Dependence | None:
    """*With Apex as our host, the alerts would be Loki*; *Apex as our host would mean Loki for alerts*."""
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
