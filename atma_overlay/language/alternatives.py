"""What would hold under another value, told without *if*: *a change of landlord would leave the repairs to Odo*.

The change is a noun (*a switch of gym*), a verbal noun (*losing Brightwell*), an adjunct (*with another courier*), a
possibility that the rest hangs on (*they may fold, in which case …*) or a group that the speaker may come to be in
(*tenants outside Block C park on …*). Each is said over as *I change …*, so that one reading of conditions serves all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import re2

from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.clauses import Clause
from atma_overlay.language.conditions import Condition, read_condition
from atma_overlay.language.consequences import Outcome, Topic, read_outcomes
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.rewording import word
from atma_overlay.language.rule_slots import Named, Rulebook
from atma_overlay.language.tokens import Token
from atma_overlay.language.value_phrases import DULL_HEADS, attribute_label, phrase_span
from atma_overlay.records import Trigger, TriggerKind

ALTERNATIVE_GATE = re2.compile(
    r"\b(?:would|'d|will|means?|in which case|in that case|from then on|people|anyone|anybody|everyone|everybody|those"
    r"|teams?|members|staff|users|folks|whoever|employees|residents|students|tenants|services|projects)\b|'d\b"
)
_NOUNS = frozenset("change switch move shift swap loss".split())
_GERUNDS: dict[str, str] = {
    "changing": "change", "switching": "switch", "losing": "lose", "leaving": "leave", "dropping": "drop",
    "quitting": "quit", "moving": "move", "selling": "sell", "replacing": "replace", "joining": "join",
}  # fmt: skip
_OTHER = ({"any", "other"}, {"some", "other"}, {"another"}, {"a", "different"}, {"any", "different"}, {"an", "other"})
_UNDER = frozenset("with at in on under for from by".split())
_MODAL = frozenset("would 'd will 'll".split())
_IN_CASE = (("in", "which", "case"), ("in", "that", "case"), ("if", "that", "happens"), ("and", "then"))
_POSSIBLE = frozenset("may might could can".split())
_PEOPLE = frozenset(
    """people anyone anybody everyone everybody those teams team members member staff users folks employees residents
    students tenants services projects whoever colleagues players""".split()
)
_OUT = (("outside",), ("not", "in"), ("not", "on"), ("not", "at"), ("off",), ("without",), ("beyond",))
_IN = (("in",), ("on",), ("at",), ("with",), ("inside",))


@dataclass(frozen=True, slots=True)
class Alternative:
    """A condition that was told without *if*, what follows, and the words that say what would be."""

    condition: Condition
    outcome: Outcome
    span: tuple[int, int]


def alternatives(book: Rulebook, before: Sequence[Candidate]) -> Iterator[Alternative]:
    """The rules of a sentence that tell another state and what would hold in it.

    Args:
        book: how slots are found.
        before: the candidates of the sentence and of those before it.
    """
    if ALTERNATIVE_GATE.search(book.sentence.text.lower().replace("’", "'")) is None:
        return
    for reading in (_nominal, _under_another, _possible, _generic):
        found = reading(book, before)
        if found is not None:
            yield from (x for x in found if _differ(x))
            return


def _differ(alternative: Alternative) -> bool:
    parent, child = alternative.condition.parent, alternative.outcome.child
    same = (parent.attribute, parent.subject) == (child.attribute, child.subject)
    return not same or not parent.attribute


def _topic(book: Rulebook, before: Sequence[Candidate], *, until: int | None = None) -> Topic:
    """What a bare new value takes the place of: what was stated last, here or in the sentence before."""
    last = book.turn.before(book.sentence)
    start = last.sentence.start if last is not None else book.sentence.sentence.start
    told = [
        c
        for c in before
        if c.part is Part.STATEMENT and c.value_kind in kinds.ANCHORED and c.confidence >= _SURE
        and c.span[0] >= start and (until is None or c.span[0] < until)
    ]  # fmt: skip
    if not told:
        return Topic()
    first = max(told, key=lambda c: (c.span[0] < book.sentence.sentence.start, c.confidence, -c.span[0]))
    mine = first.subject == book.turn.speaker or first.subject.startswith("?")
    return Topic(Named(first.attribute, "" if mine else first.subject, first.value))


_SURE = 0.6


def _tokens(book: Rulebook, start: int, end: int) -> list[Token]:
    return [x.token for x in book.sentence.tokens[start:end]]


def _sentence_end(book: Rulebook, start: int) -> int:
    """Where the consequence ends: at a stop, or where an aside begins."""
    tokens = book.sentence.tokens
    for i in range(start, len(tokens)):
        aside = tokens[i].text == "," and i + 1 < len(tokens) and tokens[i + 1].tag in {t.POSS, t.PRON, t.DET, t.CONJ}
        if tokens[i].text in {".", ";", ":", "–", "—", "!", "("} or aside:
            return i
    return len(tokens)


# *A change of landlord would …*, *losing Brightwell would …*


def _nominal(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    tokens = book.sentence.tokens
    for i, token in enumerate(tokens):
        opens = (
            i == 0 or tokens[i - 1].tag in {t.PUNCT, t.CONJ} or tokens[i - 1].lower in {"that", "and", "but", "know"}
        )
        if not opens:
            continue
        modal = next((j for j in range(i + 2, min(i + 14, len(tokens))) if tokens[j].lower in _MODAL | _MEANS), None)
        said = _change_told(tokens, i, modal) if modal is not None else None
        if said is None or modal is None or any(x.tag == t.PUNCT for x in tokens[i:modal]):
            continue
        condition = read_condition(said, book, unreal=True)
        if condition is None:
            continue
        begin = modal if tokens[modal].lower in _MEANS else modal + 1
        while begin < len(tokens) - 1 and tokens[begin].tag == t.ADV:
            begin += 1
        end = _sentence_end(book, begin)
        if token.lower not in _GERUNDS and token.lower != "the" and condition.parent.attribute:
            condition = _of_anybody(condition, tokens[i + 1 : modal])
        outcome = _caused(book, begin, end, _topic(book, before, until=token.token.start))
        if outcome is not None:
            return [Alternative(condition, outcome, _span(book, i, end))]
    return None


def _of_anybody(condition: Condition, words: Sequence[t.Tagged]) -> Condition:
    """*A change of dentist*, with nobody said to change: the speaker's or somebody's in the speaker's care."""
    if condition.parent.subject or any(x.lower in {"my", "our", "job", "jobs", "house"} for x in words):
        return condition
    return replace(condition, parent=replace(condition.parent, subject="?"))


_MEANS = frozenset({"means", "mean", "meant"})


def _change_told(tokens: Sequence[t.Tagged], i: int, modal: int) -> list[Token] | None:
    """The words of a change, as what the speaker does: *a move to Leipzig* as *I move to Leipzig*."""
    at = tokens[i].token.start
    lower = tokens[i].lower
    verb = _GERUNDS.get(lower)
    if verb is not None and i + 1 < modal:
        return [word("I", at), word(verb, at), *_plain_rest(tokens, i + 1, modal)]
    if lower not in {"a", "any", "another", "the"} or i + 1 >= modal:
        return None
    head = i + 1
    if tokens[head].lower in {"new", "different"} or lower == "another":
        noun = head if lower == "another" else head + 1
        if noun >= modal or tokens[noun].tag not in {t.NOUN, t.VERB} or tokens[noun].lower in w.TIME_NOUNS:
            return None
        rest = [x.token for x in tokens[noun:modal]]
        return [word("I", at), word("get", at), word("a", at), word("new", at), *rest]
    if tokens[head].lemma not in _NOUNS or head + 2 > modal - 1:
        return None
    link, rest = tokens[head + 1].lower, [x.token for x in tokens[head + 2 : modal]]
    if link in {"of", "in"}:
        return [word("I", at), word("change", at), *_owned(tokens, head + 2, rest, at)]
    if link in {"to", "into"}:
        return [word("I", at), word("move", at), word("to", at), *rest]
    return [word("I", at), word("leave", at), *rest] if link in {"from"} else None


def _owned(tokens: Sequence[t.Tagged], i: int, rest: list[Token], at: int) -> list[Token]:
    """*A change of landlord*: the speaker's own."""
    return [word("my", at), *rest] if tokens[i].tag not in {t.POSS, t.DET} else rest


def _plain_rest(tokens: Sequence[t.Tagged], i: int, modal: int) -> list[Token]:
    """*Losing Brightwell as a client*: without the role; *changing schools*: as it stands."""
    role = next((j for j in range(i + 1, modal) if tokens[j].lower == "as"), modal)
    return [x.token for x in tokens[i:role]]


_HANDING = frozenset("hand pass give put place leave land make turn bring shift move get".split())
_ONTO = frozenset("to on with at in onto under into over back".split())


def _caused(book: Rulebook, begin: int, end: int, topic: Topic) -> Outcome | None:
    """*… pass the gardening on to Odo*, *… make Dr Arnim our vet*, *… mean my bank becomes Revolut*."""
    tokens = book.sentence.tokens
    if begin >= end:
        return None
    verb = w.verb_lemma(tokens[begin].lower)
    if verb == "mean":
        rest = _tokens(book, begin + 1, end)
        while rest and rest[0].lower == "that":
            rest.pop(0)
        return next(iter(read_outcomes(rest, book, topic)), None) if rest else None
    if verb not in _HANDING:
        return None
    thing = read_phrase(tokens, begin + 1)
    if thing is None:
        return None
    if thing.pronoun in {"me", "us"}:
        return _landed(book, thing.end, end)
    behind = tokens[thing.end] if thing.end < end else None
    if verb == "make" and behind is not None:
        start = thing.end + 1 if behind.lower in {"as", "into"} else thing.end
        return _made(book, thing, start, end)
    at = thing.end
    while at < end and tokens[at].lower in _ONTO:
        at += 1
    value = read_phrase(tokens, at) if thing.end < at < end else None
    if value is None or value.pronoun is not None or thing.pronoun is not None:
        return None
    slot = book.slot_of(thing, _tokens(book, value.start, value.end))
    return Outcome(slot, _said(book, value)) if slot is not None and _telling(value) else None


def _landed(book: Rulebook, begin: int, end: int) -> Outcome | None:
    """*… land me with Dr Haas as my hygienist*."""
    tokens = book.sentence.tokens
    start = begin + 1 if begin < end and tokens[begin].lower in {"with", "on", "at"} else begin
    value = read_phrase(tokens, start) if start < end else None
    if value is None or value.end >= end or tokens[value.end].lower not in {"as", "for"}:
        return None
    return _made(book, value, value.end + 1, end)


def _made(book: Rulebook, value: Phrase, begin: int, end: int) -> Outcome | None:
    post = read_phrase(book.sentence.tokens, begin) if begin < end else None
    if post is None or post.pronoun is not None or not (post.owner in {"my", "our"} or post.determiner == "the"):
        return None
    slot = book.slot_of(post, _tokens(book, value.core, value.end))
    return Outcome(slot, _said(book, value)) if slot is not None and _telling(value) else None


def _telling(value: Phrase) -> bool:
    """Whether a phrase is a value by itself: a name, a number, a time."""
    return kind_of(value)[0] in kinds.ANCHORED


def _said(book: Rulebook, phrase: Phrase) -> str:
    start, end = phrase_span(phrase)
    return book.turn.text[start:end]


def _span(book: Rulebook, start: int, end: int) -> tuple[int, int]:
    tokens = book.sentence.tokens
    return tokens[start].token.start, tokens[max(start, end - 1)].token.end


# *With any other courier we would be on Swiftline*


def _under_another(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    tokens = book.sentence.tokens
    for i, token in enumerate(tokens):
        bare = i == 0 and token.lower in {"any", "another"}
        if token.lower not in _UNDER and not bare:
            continue
        start = i if bare else i + 1
        thing = read_phrase(tokens, start)
        if thing is None or thing.pronoun is not None or thing.is_name:
            continue
        led = {x.lower for x in tokens[start : thing.head]}
        if not any(o <= led for o in _OTHER) or thing.head_lemma in w.TIME_NOUNS | DULL_HEADS | w.KIN:
            continue
        condition = _changed(book, thing)
        end = _relative_end(tokens, thing.end)
        rest = _clause_of(book, i, end)
        if condition is None or rest is None:
            return None
        outcome = _would(book, rest, before, token.token.start)
        return [Alternative(condition, outcome, _span(book, 0, len(tokens)))] if outcome is not None else None
    return None


def _changed(book: Rulebook, thing: Phrase) -> Condition | None:
    label = attribute_label(thing)
    named = book.labelled(label)
    return Condition(named) if named is not None else None


def _relative_end(tokens: Sequence[t.Tagged], i: int) -> int:
    """Past *… that allowed it*."""
    if i < len(tokens) and tokens[i].lower in {"that", "which", "who"}:
        while i < len(tokens) and tokens[i].tag != t.PUNCT:
            i += 1
    return i


def _clause_of(book: Rulebook, start: int, end: int) -> list[Token] | None:
    """The clause with *would* beside an adjunct over tokens [start, end)."""
    tokens = book.sentence.tokens
    if start <= 1:
        begin = end
        while begin < len(tokens) and (tokens[begin].tag in {t.PUNCT, t.CONJ}):
            begin += 1
        stop = _sentence_end(book, begin + 1)
    else:
        begin = next((i + 1 for i in range(start - 1, -1, -1) if tokens[i].text in {",", ";", ".", ":", "–"}), 0)
        joined = next((i + 1 for i in range(start - 1, begin, -1) if tokens[i].lower in {"and", "but", "so"}), begin)
        begin = joined if any(x.lower in _MODAL for x in tokens[joined:start]) else begin
        stop = start
    held = tokens[begin:stop]
    return [x.token for x in held] if any(x.lower in _MODAL for x in held) else None


def _would(book: Rulebook, rest: list[Token], before: Sequence[Candidate], until: int) -> Outcome | None:
    """What a clause with *would* says; one without a subject of its own tells a new value of what was spoken of."""
    found = read_outcomes(rest, book, _topic(book, before))
    if found:
        return found[0] if found[0].value is not None and not found[0].kept else None
    modal = next((i for i, x in enumerate(rest) if x.lower in _MODAL), None)
    topic = _topic(book, before, until=until).named
    if modal is None or topic is None or modal > 2:
        return None
    tagged = book.reread(rest).tokens
    at = modal + 1
    while at < len(tagged) and (tagged[at].tag in {t.ADV, t.BE, t.PREP} or tagged[at].lower in {"use", "go"}):
        at += 1
    value = read_phrase(tagged, at) if at < len(tagged) and at > modal + 1 else None
    if value is None or value.end < len(tagged) or not _telling(value) or value.pronoun is not None:
        return None
    start, end = phrase_span(value)
    return Outcome(topic, book.turn.text[start:end])


# *They may fold, in which case my accountant would be Petra*


def _possible(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    tokens = book.sentence.tokens
    lowers = [x.lower for x in tokens]
    for i in range(2, len(tokens) - 2):
        run = next((r for r in _IN_CASE if tuple(lowers[i : i + len(r)]) == r), None)
        if run is not None and run != ("and", "then"):
            return _hung(book, before, i, i + len(run), len(tokens))
        if tuple(lowers[i : i + 3]) == ("from", "then", "on"):
            last = next((c for c in reversed(book.sentence.clauses) if c.verb_start < i and c.mood == "unreal"), None)
            first = last.subject.start if last is not None and last.subject is not None else None
            return _hung(book, before, first, first, i) if first is not None else None
    return None


def _hung(book: Rulebook, before: Sequence[Candidate], stop: int, start: int, end: int) -> list[Alternative] | None:
    """What is possible before `stop`, with what would follow over tokens [start, end)."""
    tokens = book.sentence.tokens
    clause = _possibility(book, stop)
    if clause is None or clause.subject is None or clause.negated:
        return None
    modal = next((i for i in range(clause.subject.end, stop) if tokens[i].lower in _POSSIBLE), None)
    if modal is None:
        return None
    close = next((i for i in range(modal, stop) if tokens[i].text in {",", ";", "–"}), stop)
    told = [replace(x, text="will", lower="will") if n == modal - clause.subject.start else x
            for n, x in enumerate(_tokens(book, clause.subject.start, close))]  # fmt: skip
    condition = read_condition(told, book, unreal=True)
    finish = min(end, _sentence_end(book, start + 1))
    found = read_outcomes(_tokens(book, start, finish), book, _topic(book, before, until=tokens[stop].token.start))
    if condition is None or not found:
        return None
    return [Alternative(condition, o, _span(book, clause.subject.start, finish)) for o in found if not o.kept]


def _possibility(book: Rulebook, stop: int) -> Clause | None:
    """The clause that tells of a possibility: *that Harrow's might fold*."""
    tokens = book.sentence.tokens
    return next(
        (
            c
            for c in reversed(book.sentence.clauses)
            if c.verb_start < stop and c.subject is not None
            and any(x.lower in _POSSIBLE for x in tokens[c.subject.end : c.verb_end])
        ),
        None,
    )  # fmt: skip


# *Tenants outside Block C park on Deck 2*


def _generic(book: Rulebook, before: Sequence[Candidate]) -> list[Alternative] | None:
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower in _PEOPLE and _opens_group(tokens, i)), None)
    if at is None:
        return None
    i = at + 1
    if i < len(tokens) and tokens[i].lower in {"who", "that"}:
        i += 1
    negated = False
    while i < len(tokens) and (tokens[i].tag in {t.BE, t.NEG, t.ADV} or tokens[i].lower in {"isn't", "aren't", "n't"}):
        negated |= tokens[i].tag == t.NEG or tokens[i].lower in {"isn't", "aren't", "n't", "not"}
        i += 1
    run = next((r for r in (*_OUT, *_IN) if tuple(x.lower for x in tokens[i : i + len(r)]) == r), None)
    if run is None:
        return None
    group = _group(book, i + len(run))
    if group is None:
        return None
    phrase, value = group
    verb = phrase.end
    while verb < len(tokens) and tokens[verb].tag == t.ADV:
        verb += 1
    lemma = w.verb_lemma(tokens[verb].lower) if verb < len(tokens) - 1 else None
    present = lemma is not None and tokens[verb].lower in {lemma, f"{lemma}s", f"{lemma}es", "goes", "flies"}
    if not present or lemma in {"know", "call", "think", "say", "want", "like", "love", "be", "look", "seem"}:
        return None
    end = next((j for j in range(verb, len(tokens)) if tokens[j].tag == t.PUNCT), len(tokens))
    start = tokens[verb].token.start
    said = [
        word("I", start),
        replace(tokens[verb].token, text=lemma or "", lower=lemma or ""),
        *_tokens(book, verb + 1, end),
    ]
    found = read_outcomes([_as_mine(x) for x in said], book, Topic())
    outside = (run in _OUT) != negated
    kind = TriggerKind.FROM if outside else TriggerKind.TO
    parent = Named("", value=value if outside else None)
    condition = Condition(parent, Trigger(kind, value))
    good = [o for o in found if o.value is not None and not o.kept]
    return [Alternative(condition, o, _span(book, at, end)) for o in good] or None


def _as_mine(token: Token) -> Token:
    return replace(token, text="my", lower="my") if token.lower == "their" else token


def _opens_group(tokens: Sequence[t.Tagged], i: int) -> bool:
    before = tokens[i - 1] if i else None
    return before is None or before.tag in {t.PUNCT, t.CONJ} or before.lower in {"that", "all", "most"}


def _group(book: Rulebook, i: int) -> tuple[Phrase, str] | None:
    """The name behind *outside*, *not on*: a value that the speaker may have or leave."""
    tokens = book.sentence.tokens
    phrase = read_phrase(tokens, i) if i < len(tokens) else None
    if phrase is None or phrase.pronoun is not None or phrase.owner is not None:
        return None
    last = phrase.end
    for at in range(phrase.core + 1, phrase.end):
        lemma = w.verb_lemma(tokens[at].lower)
        if lemma is not None and at < len(tokens) - 1 and tokens[at].tag != t.NAME and _then(tokens, at):
            last = at
            break
    head = max((j for j in range(phrase.core, last) if tokens[j].tag in {t.NAME, t.NOUN}), default=phrase.core)
    phrase = replace(phrase, end=last, head=head, of=None)
    named = any(x.tag == t.NAME for x in tokens[phrase.core : last])
    if not named and phrase.determiner != "the":
        return None
    names = [x for x in tokens[phrase.core : last] if x.tag in {t.NAME, t.NUM}]
    first, final = (names[0], names[-1]) if names else (tokens[phrase.core], tokens[last - 1])
    return phrase, book.turn.text[first.token.start : final.token.end]


def _then(tokens: Sequence[t.Tagged], at: int) -> bool:
    """*Tenants outside Block C park on …*: a preposition, an owner or an article behind what may be a verb."""
    return tokens[at + 1].tag in {t.PREP, t.POSS, t.DET, t.NAME, t.TO}
