"""A conditional sentence taken apart: the words of condition, what it waits for and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.stretches import stands_at
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.turn import ReadSentence


class Sort(StrEnum):
    """What a word of condition says of the two parts that it joins."""

    WHEN = "when"
    """The consequence follows once the condition comes true."""
    UNLESS = "unless"
    """The main clause holds while the condition does not come true."""
    WHILE = "while"
    """The main clause holds while the condition does."""
    UNTIL = "until"
    """The main clause holds up to the condition."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A word of condition over tokens [start, end)."""

    sort: Sort
    start: int
    end: int
    inverted: bool = False
    """*Should our landlord sell*: the verb stands bare behind its subject."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A conditional sentence, as ranges of tokens.

    `main` is what the condition governs; `others` say what holds in the opposite case (*otherwise …*).
    `then` marks an `other` that follows the condition (*…; then it becomes X*), not its failing.
    """

    marker: Marker
    condition: tuple[int, int]
    main: tuple[int, int]
    others: tuple[tuple[int, int], ...]
    only: bool
    """*Only as long as …*: what else holds in the opposite case is open."""
    behind: tuple[tuple[int, int], ...] = ()
    """What else is said behind the condition, of the same case: *X won't do if we move, so it will be Y*."""


GATE = Sign(
    r"\b(?:if|unless|once|when|whenever|until|till|while|as long as|so long as|as soon as|should|were|in case|in the"
    r" event|the (?:day|moment|minute|second|instant|week|month)|depend(?:s|ing|ent)?|tied to|goes? with|comes? with"
    r"|came with|linked to|hinges?|contingent|follows?|whichever|whatever|whoever|wherever|nearest|closest|provided"
    r"|means?|would|works? as|suit|because|attached to|bound to|hangs? on|providing|assuming"
    r"|prescribes?|appoints?|assigns?|assigned|allots?|allotted|forces?|requires?|imposes?|dictates?|mandates?"
    r"|oldest|newest|latest|only|slowest|smallest|largest|cheapest|losing|leaving|switching|changing|pencilled|lined up"
    r"|(?:next|every|each) time|soon as|any ?time|supposing|(?:changes?|moves) with|decides?|determines?|governs"
    r"|(?:is|are|'s|comes?|boils) down to|based on|varies|rides on|comes? from|go(?:es)? by|(?:is|are) (?:\w+ )?up to"
    r"|(?:assigned|allocated|given|issued|is|are) per|after (?:i|we)"
    r"|(?:decided|determined|governed|dictated|set|chosen|picked|allocated) by"
    r"|after \w+ (?:leaves|goes|quits|retires|moves|stops|closes|ends|finishes))\b"
    r"|, (?:no|new) [\w' ]{1,30}[.!]?$|^(?:each|every) "
)
"""Without one of these a sentence tells no rule: the quick look before the reading."""

_MARKERS: tuple[tuple[tuple[str, ...], Sort], ...] = (
    (("in", "the", "event", "that"), Sort.WHEN), (("in", "the", "event"), Sort.WHEN),
    (("for", "as", "long", "as"), Sort.WHILE), (("as", "long", "as"), Sort.WHILE),
    (("so", "long", "as"), Sort.WHILE), (("as", "soon", "as"), Sort.WHEN),
    (("from", "the", "moment"), Sort.WHEN), (("from", "the", "minute"), Sort.WHEN),
    (("for", "the", "day"), Sort.WHEN), (("from", "the", "day"), Sort.WHEN), (("on", "the", "day"), Sort.WHEN),
    (("the", "day"), Sort.WHEN), (("the", "moment"), Sort.WHEN), (("the", "minute"), Sort.WHEN),
    (("the", "second"), Sort.WHEN), (("the", "instant"), Sort.WHEN), (("the", "week"), Sort.WHEN),
    (("in", "case"), Sort.WHEN), (("provided", "that"), Sort.WHILE), (("provided",), Sort.WHILE),
    (("providing",), Sort.WHILE), (("on", "condition", "that"), Sort.WHILE), (("only", "if"), Sort.WHILE),
    (("if", "and", "when"), Sort.WHEN), (("if",), Sort.WHEN), (("whenever",), Sort.WHEN), (("when",), Sort.WHEN),
    (("once",), Sort.WHEN), (("unless",), Sort.UNLESS), (("until",), Sort.UNTIL), (("till",), Sort.UNTIL),
    (("while",), Sort.WHILE), (("immediately",), Sort.WHEN), (("assuming",), Sort.WHILE),
    (("the", "next", "time"), Sort.WHEN), (("next", "time"), Sort.WHEN), (("soon", "as"), Sort.WHEN),
    (("as", "and", "when"), Sort.WHEN), (("supposing",), Sort.WHEN), (("after",), Sort.WHEN),
    (("every", "time"), Sort.WHEN), (("each", "time"), Sort.WHEN),
)  # fmt: skip
_MARKERS_AT = {run[0]: tuple(m for m in _MARKERS if m[0][0] == run[0]) for run, _ in _MARKERS}
"""The words of condition by the first of them."""
_OTHERWISE = (
    ("otherwise",), ("or", "else"), ("else",), ("if", "not"), ("after", "that"), ("and", "then"), ("then",),
    ("from", "then", "on"), ("failing", "that"), ("from", "there", "on"), ("beyond", "that"), ("but", "not"),
)  # fmt: skip
_OTHERS = frozenset(
    """somewhere anywhere everywhere nowhere someone somebody anyone anybody everyone everybody nobody something
    anything everything nothing who what where""".split()
)
"""Before *else*, which then opens no other case."""
_NO_CONDITION = frozenset("even as only what see know wonder sure ask asked check tell doubt question".split())
"""Before *if*: *even if*, *as if*, *see if*, *not sure if*."""
_JOINING = frozenset("but and so or because since".split())
_SPELLS = frozenset("times days nights weekends weeks months years evenings mornings hours moments occasions".split())
_BREAKS = frozenset({";", ":", "–", "—", "(", ")"})


def parts(sentence: ReadSentence) -> Parts | None:
    """The parts of a sentence that states something under a condition."""
    tokens = sentence.tokens
    marker = next((m for i in range(len(tokens)) if (m := _marker(tokens, i)) is not None), None)
    if marker is None:
        return None
    stop = _condition_end(sentence, marker)
    end = len(tokens)
    rest = _pieces(tokens, stop, end)
    before = _main_before(tokens, marker)
    if before is not None and rest and _only_frames(tokens, before):
        before = None  # "we agreed that if …, …": what governs the condition comes behind it
    leading = before is None
    if before is None or (_leads(tokens, marker) and rest and not rest[0][1]):
        if not rest:
            return None
        main = rest[0][0]
        others = tuple(r for r, _ in rest[1:])
        if rest[0][1] and marker.sort is Sort.WHILE and not leading and before is not None:
            main = before
    else:
        main = before
        others = tuple(r for r, opposite in rest if opposite or marker.sort in {Sort.UNLESS, Sort.UNTIL})
    only = any(x.lower == "only" for x in tokens[main[0] : marker.end])
    behind = tuple(r for r, opposite in rest if not opposite and r != main and r not in others)
    return Parts(marker, (marker.end, stop), main, others, only, behind)


def _marker(tokens: Sequence[Tagged], i: int) -> Marker | None:
    lower = tokens[i].lower
    if lower in {"should", "were"}:
        return _inverted(tokens, i)
    found = next((m for m in _MARKERS_AT.get(lower, ()) if stands_at(tokens, i, m[0])), None)
    before = tokens[i - 1].lower if i else ""
    if found is None or (found[0] == ("the", "moment") and before in {"at", "for"}):
        return None  # at the moment I work from home
    run, sort = found
    end = i + len(run)
    spell = run == ("when",) and before in _SPELLS  # the weekends when my show is on
    if spell or (run[0] in {"if", "when", "once"} and before in _NO_CONDITION and run != ("only", "if")):
        return None
    if run == ("if",) and end < len(tokens) and tokens[end].lower in {"not", "so", "only", "possible", "needed"}:
        return None
    if run == ("once",) and not clause_follows(tokens, end):
        return None
    if run[0] in {"until", "till", "immediately", "assuming", "after"} and not clause_follows(tokens, end):
        return None
    if len(run) > 1 and run[-1] in {"day", "moment", "minute", "second", "instant", "week", "case", "event", "time"}:
        if end < len(tokens) and tokens[end].lower == "that":
            end += 1
        if not clause_follows(tokens, end):
            return None
    return Marker(sort, i, end)


def _inverted(tokens: Sequence[Tagged], i: int) -> Marker | None:
    """*Should I ever move*, *were we to drop it*: at the head, or behind a comma or the clause that it governs."""
    phrase = read_phrase(tokens, i + 1) if i + 1 < len(tokens) else None
    before = tokens[i - 1] if i else None
    if phrase is None or phrase.pronoun in {"you", "what"}:
        return None
    if tokens[i].lower == "were":
        joined = any(x.lower == "to" for x in tokens[phrase.end : phrase.end + 3])
        return Marker(Sort.WHEN, i, i + 1, inverted=True) if joined else None
    opens = before is None or before.tag in t.PUNCT_OR_CONJ or before.tag in t.NAME_NOUN_ADV
    pronoun = phrase.pronoun in {"i", "we", "he", "she", "they", "it"}
    after = tokens[phrase.end] if phrase.end < len(tokens) else None
    if before is not None and before.tag in t.NAME_OR_NOUN and not pronoun:
        return None
    return Marker(Sort.WHEN, i, i + 1, inverted=True) if opens and after is not None else None


_AUXILIARY_OR_VERB_OR_GEN = t.AUXILIARY | {t.VERB, t.GEN}


def clause_follows(tokens: Sequence[Tagged], i: int) -> bool:
    """Whether a subject with its verb begins here, and not a bare noun: *once a week*, *until Friday*."""
    phrase = read_phrase(tokens, i) if i < len(tokens) else None
    if phrase is None or phrase.end >= len(tokens):
        return False
    after = phrase.end
    inner = read_phrase(tokens, after + 1) if tokens[after].tag == t.PREP and after + 1 < len(tokens) else None
    if inner is not None and inner.end < len(tokens):
        after = inner.end  # the contract with them ends
    while after < len(tokens) - 1 and tokens[after].tag in t.ADV_OR_NEG:
        after += 1
    if tokens[after].tag in _AUXILIARY_OR_VERB_OR_GEN:
        return True
    last = tokens[phrase.end - 1].lower  # the day checkout runs anywhere else: a verb that reads as one more noun
    finite = last.endswith("s") and phrase.end - phrase.start > 1 and w.verb_lemma(last) is not None
    bare = phrase.pronoun in {"i", "we"} and w.verb_lemma(tokens[after].lower) == tokens[after].lower
    return bare or (finite and phrase.owner is None and (tokens[phrase.end].tag in t.ADV_DET_POSS or
                    tokens[phrase.end].lower in {"anywhere", "somewhere"}))  # fmt: skip


def _condition_end(sentence: ReadSentence, marker: Marker) -> int:
    """Where the condition ends: at a comma, at *then*, or where the next clause with a subject of its own begins."""
    tokens = sentence.tokens
    inside = [c for c in sentence.clauses if c.verb_start >= marker.end]
    own = inside[0] if inside else None
    later = next((c for c in inside[1:] if _own_clause(c)), None)
    misread = _subject_read_as_object(inside)
    for i in range(marker.end, len(tokens)):
        text = tokens[i].lower
        verbs = own is None or i >= own.verb_end or _verbal(tokens, marker, i)
        if text in _BREAKS or (text == "," and verbs) or (text == "." and i > marker.end):
            return i
        if text in {"then", "otherwise", "else"} and verbs and tokens[i - 1].lower not in _OTHERS:
            return i
        if later is not None and i == later.start and verbs:
            return i - 1 if tokens[i - 1].lower in {"and", "then", "so"} else i
        if i == misread:
            return i
    return len(tokens)


def _subject_read_as_object(inside: Sequence[Clause]) -> int | None:
    """*If we moved the vet would be different*: where a clause without a subject stands behind a bare complement."""
    if len(inside) < 2:
        return None
    first, second = inside[0], inside[1]
    bare = first.complements[-1] if first.complements else None
    finite = second.mood != "infinitive" and second.tokens[second.verb_start].tag in t.AUXILIARY | {t.VERB}
    begun = second.tokens[second.verb_start].lower.endswith("ing")
    if bare is None or bare.preposition is not None or second.subject is not None or not finite or begun:
        return None
    return bare.phrase.start if bare.phrase.end == second.verb_start and bare.phrase.pronoun is None else None


def _verbal(tokens: Sequence[Tagged], marker: Marker, i: int) -> bool:
    """*Should my car change*, *if that changes*: a verb that reads as a noun where it stands."""
    pointed = tokens[marker.end].lower in {"that", "this"} and i == marker.end + 2
    return (marker.inverted and i > marker.end + 1) or (pointed and w.verb_lemma(tokens[i - 1].lower) is not None)


def _own_clause(clause: Clause) -> bool:
    subject = clause.subject
    relative = clause.intro in {"that", "which", "who", "whom", "where"} and clause.intro is not None
    return subject is not None and not clause.inherited_subject and not relative and clause.mood != "infinitive"


_VERB_OR_GEN_OR_AUXILIARY = t.AUXILIARY | {t.VERB, t.GEN}


def _main_before(tokens: Sequence[Tagged], marker: Marker) -> tuple[int, int] | None:
    """What stands before the marker, from the last break on; None where nothing that says something does."""
    end = marker.start
    while end and (tokens[end - 1].tag == t.PUNCT or tokens[end - 1].lower in {"only", "but", "and", "so", "just"}):
        end -= 1
    start = next((i + 1 for i in range(end - 1, -1, -1) if tokens[i].text in _BREAKS), 0)
    joined = next((i + 1 for i in range(end - 2, start, -1) if _joins_clause(tokens, i)), start)
    start = joined
    saying = any(x.tag in _VERB_OR_GEN_OR_AUXILIARY for x in tokens[start:end])
    return (start, end) if end - start >= 2 and saying else None


_FRAMING = frozenset(
    """decide agree tell say mean think plan promise know note remember warn mention expect guess suppose settle
    arrange believe swear bet""".split()
)
_SAYERS = frozenset({"i", "we"})
_PLANS = frozenset("plan idea deal agreement arrangement".split())


def _joins_clause(tokens: Sequence[Tagged], i: int) -> bool:
    """*…, so it goes when …*: a conjunction with a subject behind it, which the condition does not reach back over."""
    if tokens[i].lower not in {"so", "but"}:
        return False
    return clause_follows(tokens, i + 1)


def _only_frames(tokens: Sequence[Tagged], part: tuple[int, int]) -> bool:
    """Whether a stretch only leads up to what is said: *we've agreed that*, *the plan is*, *I told my wife*."""
    start, end = part
    words = [x.lower for x in tokens[start:end]]
    if words[0] in {"the", "my", "our"} and len(words) > 1 and words[1] in _PLANS:
        return words[2:] in (["is"], ["is", "that"], ["'s"], ["'s", "that"], ["was", "that"])
    framing = next((n for n, x in enumerate(tokens[start:end]) if w.verb_lemma(x.lower) in _FRAMING), None)
    if framing is None or any(x in w.NEGATIONS for x in words):
        return False
    led = framing == 0 or words[0] in _SAYERS or words[:3] == ["just", "so", "you"]
    behind = words[framing + 1 :]
    told = bool(behind) and (behind[0] in {"my", "our", "with", "to", "myself", "you"} or words[-1] == "that")
    return led and (not behind or behind == ["that"] or told)


def _leads(tokens: Sequence[Tagged], marker: Marker) -> bool:
    """Whether the marker opens a clause of its own behind a break or a conjunction: *…, but if we leave*."""
    before = tokens[marker.start - 1] if marker.start else None
    if before is None or before.text in _BREAKS:
        return True
    return before.lower in _JOINING or (before.text == "," and marker.sort is Sort.WHEN)


def _pieces(tokens: Sequence[Tagged], start: int, end: int) -> list[tuple[tuple[int, int], bool]]:
    """What follows the condition, piece by piece, and whether a piece is told as the opposite case."""
    found: list[tuple[tuple[int, int], bool]] = []
    i, begin, opposite = start, start, False
    while i < end:
        run = next((o for o in _OTHERWISE if stands_at(tokens, i, o)), None) if _opens_piece(tokens, i) else None
        if run is not None:
            _add(found, tokens, begin, i, opposite=opposite)
            begin, opposite = i + len(run), run != ("then",) or bool(found)
            i = begin
        elif tokens[i].text in _BREAKS and i > begin:
            _add(found, tokens, begin, i, opposite=opposite)
            begin, opposite = i + 1, False
            i += 1
        else:
            i += 1
    _add(found, tokens, begin, end, opposite=opposite)
    return found


def _opens_piece(tokens: Sequence[Tagged], i: int) -> bool:
    before = tokens[i - 1] if i else None
    if before is not None and before.lower in _OTHERS and tokens[i].lower == "else":
        return False
    return before is None or before.tag in t.PUNCT_OR_CONJ or tokens[i].lower in {"otherwise", "else", "then"}


def _add(
    found: list[tuple[tuple[int, int], bool]], tokens: Sequence[Tagged], begin: int, end: int, *, opposite: bool
) -> None:
    while begin < end and (tokens[begin].tag == t.PUNCT or tokens[begin].lower in {"and", "then", "so"}):
        begin += 1
    while end > begin and tokens[end - 1].tag == t.PUNCT:
        end -= 1
    if end - begin >= 1 and not (end - begin == 1 and tokens[begin].tag in t.ADV_OR_CONJ):
        found.append(((begin, end), opposite))
