"""What is to be so in all answers from now on; what is asked of one answer or one text is none.

A clause counts that is an instruction as a whole, of a sentence that says it is to stand (*from now on*, *always*), or
tells it as a wish (*I want your answers in …*). Where it only says what to do, and is all that is said, it is doubted:
maybe one answer is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.candidates import DOUBTED, RETIRE, TOLD, Candidate, Part, touches
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import DAY_NAMES, MONTH_NAMES
from atma_overlay.language.instructions.values import AVOIDED, EXAMPLE_LANGUAGE, USED, Setting, language, setting_of
from atma_overlay.language.instructions.wordings import Place, Wording, read
from atma_overlay.language.texts.material import within
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise
from atma_overlay.word_lists import read_wordings

ADDRESS = "form_of_address"
_SAID = read_wordings("standing.toml")
_MAY_INSTRUCT = Sign(rf"\b(?:{_SAID['may_instruct']})\b")
_IN_SOMETHING = Sign(
    r"\b(?:answer|repl|respond|writ|talk|speak|spoke|wrote|chat|communicat|explain)\p{L}*(?: [\p{L}']+){0,3}? "
    r"(?:in|briefly|concisely|formally|informally|casually|thoroughly|at length)\b",
    family=WORDINGS,
)
_STANDS = re2.compile(rf"\b(?:{_SAID['stands']})\b")
_FILLING = re2.compile(rf"\b(?:{_SAID['fills']})\b")
_NEXT = re2.compile(r"[,;:.!?()]|\s[-–—]\s|\b(?:and|but|so|because|since|then|plus)\b")
"""What stands between two clauses."""
_FOR_SOME = re2.compile(rf"\s*(?:{_SAID['for_some']})\b")
_OF_OTHERS = re2.compile(rf"\b(?:{_SAID['of_others']})\b|[\"“”]|\byou are an?\b")
_NO_NAME = frozenset("back later asap today tomorrow tonight if when on".split()) | MONTH_NAMES | DAY_NAMES
_TURNED = re2.compile(rf"\b(?:{_SAID['turns']})\b")
_INSTEAD = re2.compile(r"\b(?:instead of|rather than)(?: the| your)? (?P<old>[\p{L}\p{N}' -]+)")
_GOES_ON = re2.compile(rf"^\s*(?:{_SAID['goes_on']})\b")
_AGAIN = re2.compile(rf"\b(?:{_SAID['again']})\b")
_OF_ALL = re2.compile(r"\b(?:answers|replies|responses|explanations)\b")
"""What is asked of several at once is asked of all: *keep your answers short*."""
_ANEW = frozenset(".;!?")
"""Signs behind which a condition is told of something else: *no more sources; if I need one, I'll ask*."""
_ASKS_POLITELY = re2.compile(r"\b(?:please|pls|only|always)\b")
_SHORT = 4
"""Words of a sentence beside an instruction that tells nothing: *Thanks a lot!*"""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What an instruction sets, and where it stands in the turn: nothing else is told there."""

    candidate: Candidate
    span: Span


def told(sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon) -> list[Instruction]:
    """The standing instructions of a sentence.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        lexicon: knows the languages.
    """
    said = sentence.said
    if not (sentence.shows(_MAY_INSTRUCT, said) or sentence.shows(_IN_SOMETHING, said)):
        return []
    if len(said) != len(sentence.text) or _OF_OTHERS.search(turn.lowered):
        return []
    start = sentence.sentence.start
    if within(start, turn.material):
        return []
    stands = _STANDS.search(said) is not None
    said = _blanked(said, _STANDS)
    clauses = list(_clauses(_blanked(said, _FILLING)))
    found: list[Instruction] = []
    joined = True
    for words, (first, last), joiner in clauses:
        here = _read(words, sentence.text[first:last], lexicon)
        if here is None:
            if _FOR_SOME.match(words) and not (found and joiner in _ANEW):
                return []
            joined = not words.strip()
            continue
        if joiner == "and" and not joined:
            continue
        wording, setting = here
        if wording.bare and not (_ASKS_POLITELY.search(sentence.said) or stands):
            continue
        sure = stands or wording.wished or setting.attribute == ADDRESS or (wording.ended and _GOES_ON.search(words))
        alone = _is_all(sentence, turn)
        sure = bool(sure) or (alone and _OF_ALL.search(words) is not None)
        if sure or alone:
            made = _made(wording, setting, (first + start, last + start), sentence, turn, sure=sure)
            old = _against(wording, words, said)
            replaced = old and _setting(wording.place, old, old, lexicon)
            if replaced and replaced.attribute == setting.attribute and not wording.ended:
                made = Instruction(made.candidate.but(replaces=old, replaced=replaced.norm), made.span)
            found.append(made)
        joined = True
    return found


def without_what_they_say(found: list[Candidate], asked: list[Instruction]) -> list[Candidate]:
    """What else a sentence tells: what stands in an instruction is told of the answers, and of nothing else."""
    spans = [instruction.span for instruction in asked]
    return [candidate for candidate in found if not touches(candidate.span, spans)]


def _clauses(said: str) -> Iterator[tuple[str, Span, str]]:
    """The clauses with where they stand and what joins them to the one before."""
    at, joiner = 0, ""
    for match in _NEXT.finditer(said):
        yield said[at : match.start()], (at, match.start()), joiner
        at, joiner = match.end(), match.group().strip()
    yield said[at:], (at, len(said)), joiner


def _blanked(said: str, pattern: re2._Regexp) -> str:
    """A sentence with blanks for what only says that it is to stand, or is polite."""
    return str(pattern.sub(lambda match: " " * len(match.group()), said))


def _read(words: str, as_said: str, lexicon: Lexicon) -> tuple[Wording, Setting] | None:
    """The first way in which a clause is an instruction with a value that there is."""
    for wording in read(words):
        place = slice(*wording.value)
        setting = _setting(wording.place, words[place], as_said[place], lexicon)
        if setting is not None:
            return wording, setting
    return None


def _setting(place: Place, words: str, as_said: str, lexicon: Lexicon) -> Setting | None:
    """What a value sets, in lower case and as it was said."""
    if place == "name":
        return _name(as_said)
    if place == "code":
        return language(EXAMPLE_LANGUAGE, words, lexicon)
    return setting_of(" ".join(words.split()), place, lexicon)


def _against(wording: Wording, words: str, said: str) -> str:
    """What a value is told against: *… instead of bullet points*, *I prefer … to bullet points*."""
    if wording.old is not None:
        return words[slice(*wording.old)].strip()
    match = _INSTEAD.search(said)
    return "" if match is None else match.group("old").strip()


def _name(called: str) -> Setting | None:
    """What the speaker is to be called: a name as names are written."""
    words = called.split()
    written = 0 < len(words) <= 3 and all(x[0].isupper() for x in words)
    return Setting(ADDRESS, normalise(called)) if written and _NO_NAME.isdisjoint(called.lower().split()) else None


def _is_all(sentence: ReadSentence, turn: ReadTurn) -> bool:
    """Whether nothing is said but this: what stands beside a task is told of that."""
    return all(x is sentence or len(x.tokens) <= _SHORT for x in turn.sentences)


def _made(
    wording: Wording, setting: Setting, span: Span, sentence: ReadSentence, turn: ReadTurn, *, sure: bool
) -> Instruction:  # fmt: skip
    avoided = wording.ended and setting.norm == USED
    ended = wording.ended and not avoided
    doubtful = not sure or (wording.allowed and _AGAIN.search(sentence.said) is None)
    told_now = wording.ended or _TURNED.search(sentence.said) is not None
    first, last = (span[0] + x for x in (wording.whole if avoided else wording.value))
    made = Candidate(
        Part.RETIRED if ended else Part.STATEMENT, Act.END if ended else Act.ASSERT, turn.speaker, setting.attribute,
        True, Cardinality.SINGLE, turn.text[first:last], AVOIDED if avoided else setting.norm, "name", None, True,
        (first, last), sentence.text, turn.at, None, False, Change.TOLD if told_now else Change.NONE, None,
        DOUBTED if doubtful else RETIRE if ended else TOLD, place=first,
    )  # fmt: skip
    return Instruction(made, span)
