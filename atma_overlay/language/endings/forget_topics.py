"""What a request to forget is of: the facts that its words tell, or the things of the speaker's that they name.

What *it* or *that* points at is told or named in the words before. A value that is named there is meant, and no other:
*you think I live in Porto, forget that* is of no other home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.candidates import TOLD, Candidate, Part
from atma_overlay.language.endings import forget_words as f
from atma_overlay.language.endings.forget_requests import Request
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.value_phrases import attribute_label
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import ReadSentence, owner_subject
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Act, Change
from atma_overlay.values.normal import normalise
from atma_overlay.values.terms import terms

Reader = Callable[[str], Sequence[Candidate]]
"""Reads a text of its own: what it tells."""

MEANT = "meant"
"""The kind of a value that a request to forget names: no record of another is meant."""
LONGEST = 240
"""Characters of a clause that is read for what it tells."""
_BEFORE = (
    r"that|says?|said|saying|thinks?|believes?|knows?|knew|knowing|claims?|wrote|namely|mentioned|assume|heard"
    r"|told (?:you|u)|recorded|noted|down"
)
_SOMEBODY = r"(?:i|i'm|i've|we|we're|we've|he|she|they|he's|she's|my|our|his|her|their)"
_CLAUSE = re2.compile(rf"(?:\b(?:{_BEFORE})(?: that)?[:,]? [\"“']?|[\"“]|: )({_SOMEBODY} )")
_OPENS_CLAUSE = re2.compile(rf" ?({_SOMEBODY} )")
_NAMED_CLAUSE = re2.compile(r"\bthat (\p{Lu}[^ ]* )")
_SPEAKING = re2.compile(
    rf"(?:i|we)(?:'ve| have| had|'d)? (?:just |ever |never |once |already |only |stupidly )*{f.SPOKEN}\b"
    r"|(?:i|we)(?:'d| would| want| need| ask|'m asking)\b"
)
_CLAUSE_ENDS = re2.compile(
    r"[\"”;!?]|\.$|, | [–—-] | (?:is|was|are) (?:something|nothing|none|a mistake|too|private|no longer|not)\b"
    r"| (?:must|should|shouldn't|mustn't|has to|needs to|ought to|is to|may not)\b"
    rf"| (?:from|out of|off|in) {f.YOUR_MEMORY}| (?:any ?more|any longer)\b| to be {f.KEPT}"
)
_ASKED = re2.compile(
    r"\b(where|who|whom|what|which [a-z]+|what [a-z]+|how much|how many|how old) ((?:i|we)(?:'m)? [a-z' ]+)"
)
_ASKED_ENDS = re2.compile(
    rf" (?:from|out of|off|in) {f.YOUR_MEMORY}| (?:any ?more|any longer|please|again|for good|at once|now)\b"
)
_INSERTED = {"where": (" in {}", " at {}"), "who": (" {}",), "whom": (" {}",), "what": (" a {}", " {}")}
_SOME_NAME = "Northam"
"""Stands for what a question asks for: *where I live* is what *I live in Northam* tells."""
_OFTEN = (
    r"(?:'ve| have| may| still| also| even| now| seem to| apparently| probably|'d| should(?:n't| not)| don't"
    r"| needn't)*"
)
_KNOWING = re2.compile(
    r"\b(?:i|we)(?:'ve| have| had|'d)? (?:ever |never |once |just |only |already |earlier |stupidly |accidentally "
    r"|shouldn't have |should (?:not|never) have )*(?:told you|gave you|given you|sent you|said|mentioned|shared"
    r"|let slip|brought up|confessed|admitted|confided|disclosed|revealed|blurted)\b"
    rf"|\byou{_OFTEN} (?:know|remember|think|believe|stored?|saved?|noted|recorded|say|said|mention)\b"
    rf"|\byou{_OFTEN} (?:got|have|had|keep|hold)\b.*\b(?:saved|stored|on file|on record|down|noted|recorded|kept"
    r"|in your)\b"
    rf"|\b(?:do|if) you (?:still )?have (?:my|our)\b|\b{f.YOUR_MEMORY}\b"
    r"|\b(?:is|are) (?:none of your|nobody's|private|personal|sensitive|confidential|secret|between us)\b"
    r"|\b(?:use|mention|repeat|refer to) (?:my|our)\b|\b(?:sharing|saving|storing|telling you|on record|on file"
    r"|you knowing|knowing that|bring up|you having|to tell you)\b"
)
"""What shows that a sentence is about what is known, before words that only point at it."""
_TOPIC_FIRST = re2.compile(
    r"^(?:(?:right|ok|okay|so|now|and|well),? )?(?:(?:about|regarding|concerning|as for|as to) (?:my|our)\b|(?:my"
    r"|our) [^,;!?]+: )"
)
"""*About my rent: …*, *right, my rent: …*."""
_AS = re2.compile(r" as $")
_NAMES = re2.compile(r"\p{N}[^ ;!?]*|\p{Lu}[^ ,;!?]+(?: (?:of )?(?:\p{Lu}|\p{N})[^ ,;!?]*)*")
_FIRST = re2.compile(r"i(?:'|’|$)")


@dataclass(frozen=True, slots=True)
class Meant:
    """What is to be forgotten: a slot, with the value that is named, or words alone.

    Attributes:
        span: where the words stand in the turn.
        subject: whose it is.
        attribute: what of theirs; empty where no attribute is known by these words.
        value: the value that is named, as it is written; None where none is.
        norm: the same as values are compared.
    """

    span: Span
    subject: str
    attribute: Attribute | str
    value: str | None = None
    norm: str = ""


def meant(scene: Scene, request: Request, read: Reader) -> list[Candidate]:
    """What a request means, as candidates; none where its words name nothing of the kind.

    Args:
        scene: the sentence that asks.
        request: where its words stand.
        read: reads a clause for what it tells.
    """
    start, end = scene.sentence.sentence.start, scene.sentence.sentence.end
    found = list(_in(scene, scene.sentence, (start + request.start, start + request.end), read))
    if not found and request.points:
        found = list(_before_it(scene, scene.sentence, (start, start + request.start), request, read))
        found = found or list(_in(scene, scene.sentence, (start + request.end, end), read))
    if found or not request.points:
        return [_candidate(scene, x, (start, end)) for x in found]
    before = scene.turn.before(scene.sentence)
    if before is None or len(before.said) != len(before.text):
        return []
    return [_candidate(scene, x, (before.sentence.start, end)) for x in _told_before(scene, before, request, read)]


def of_stretch(scene: Scene, span: Span, read: Reader) -> list[Candidate]:
    """What the words of a stretch of the turn mean that a sentence asks to forget."""
    sentence = next((s for s in scene.turn.sentences if s.sentence.start <= span[0] < s.sentence.end), None)
    if sentence is None or len(sentence.said) != len(sentence.text):
        return []
    inside = (span[0], min(span[1], sentence.sentence.end))
    return [_candidate(scene, x, span) for x in _in(scene, sentence, inside, read)]


def _told_before(scene: Scene, before: ReadSentence, request: Request, read: Reader) -> list[Meant]:
    """What the sentence before tells, or names as something that is known."""
    whole = (before.sentence.start, before.sentence.end)
    found = list(_before_it(scene, before, whole, request, read))
    if found or not request.of_memory:
        return found
    return [x for x in _read_as(before.text, whole[0], read) if x.attribute]


def _before_it(
    scene: Scene, sentence: ReadSentence, span: Span, request: Request, read: Reader
) -> Iterator[Meant]:  # fmt: skip
    """What the words before *it* tell or ask, or name where they show that they are of what is known."""
    found = _told(sentence, span, read) or list(_asked(scene, sentence, span, read))
    known = _KNOWING.search(sentence.said) or (request.of_memory and _TOPIC_FIRST.match(sentence.said))
    yield from found or (_owned(scene, sentence, span) if known else ())


def _in(scene: Scene, sentence: ReadSentence, span: Span, read: Reader) -> Iterator[Meant]:
    told = _told(sentence, span, read)
    if told:
        yield from told
        return
    asked = list(_asked(scene, sentence, span, read))
    yield from asked or _owned(scene, sentence, span)


def _told(sentence: ReadSentence, span: Span, read: Reader) -> list[Meant]:
    """The facts of the first clause in a stretch that tells any."""
    at = sentence.sentence.start
    stretch = (span[0] - at, span[1] - at)
    starts = sorted(
        {m.start(1) for m in _CLAUSE.finditer(sentence.said, *stretch)}
        | {m.start(1) for m in _NAMED_CLAUSE.finditer(sentence.text, *stretch)}
    )
    opens = _OPENS_CLAUSE.match(sentence.said, *stretch) if stretch[0] else None  # forget I live in Leeds
    for start in starts if opens is None else [opens.start(1), *starts]:
        if _SPEAKING.match(sentence.said, start):
            continue
        ends = _CLAUSE_ENDS.search(sentence.said, start, stretch[1])
        end = min(ends.start() if ends is not None else stretch[1], start + LONGEST)
        said = sentence.text[start:end].rstrip(" .")
        found = _read_as(said, at + start, read)
        if found:
            return found
        if not sentence.said.startswith(("my ", "our "), start) and " " in said:
            return [Meant((at + start, at + start + len(said)), "", "", said, normalise(said))]
    return []


def _read_as(said: str, at: int, read: Reader) -> list[Meant]:
    """What some words tell as facts."""
    told = [c for c in read(said) if c.part is Part.STATEMENT and c.act is Act.ASSERT and c.attribute != "mention"]
    surely = [c for c in told if c.known_attribute] or told
    span = (at, at + len(said))
    found = [Meant(span, c.subject, c.attribute, c.value, c.norm) for c in surely]
    open_ones = found and not any(c.known_attribute for c in surely)
    return [*found, Meant(span, "", "", said, normalise(said))] if open_ones else found


def _asked(scene: Scene, sentence: ReadSentence, span: Span, read: Reader) -> Iterator[Meant]:
    """*Where I live*, *who I bank with*: what the same words tell of some name is the slot."""
    at = sentence.sentence.start
    match = _ASKED.search(sentence.said, span[0] - at, span[1] - at)
    if match is None or _SPEAKING.match(match.group(2)):
        return
    ends = _ASKED_ENDS.search(match.group(2))
    clause = match.group(2) if ends is None else match.group(2)[: ends.start()]
    words = (at + match.start(1), at + match.start(2) + len(clause))
    for inserted in _INSERTED.get(match.group(1).split(" ")[0], ()):
        told = [c for c in read("I" + clause[1:].rstrip() + inserted.format(_SOME_NAME)) if c.known_attribute]
        if told:
            yield from (Meant(words, c.subject, c.attribute) for c in told)
            return
    cued = scene.lexicon.asked(frozenset(terms(clause)))
    if len(cued) == 1:  # what I earn
        yield Meant(words, scene.turn.speaker, cued[0][0])


def _owned(scene: Scene, sentence: ReadSentence, span: Span) -> Iterator[Meant]:
    """*My rent*, *my phone and my car*: the first things of the speaker's that a stretch names."""
    last: int | None = None
    for place in sentence.naming:
        token = sentence.tokens[place]
        if token.tag != t.POSS or token.lower not in {"my", "our"} or not span[0] <= token.token.start < span[1]:
            continue
        phrase = read_phrase(sentence.tokens, place)
        if phrase is None or f.NOT_OURS.match(sentence.said[token.token.start - sentence.sentence.start :]):
            continue
        if last is not None and not _joined(scene, last, token.token.start):
            return
        last = phrase.offsets()[1]
        yield _named(scene, sentence, phrase, (token.token.start, last))


def _joined(scene: Scene, first: int, second: int) -> bool:
    return scene.turn.text[first:second].strip(" ,").lower() in {"", "and", "or"}


def _named(scene: Scene, sentence: ReadSentence, phrase: Phrase, span: Span) -> Meant:
    label = attribute_label(phrase)
    known = scene.lexicon.by_noun(label) if label else None
    said = scene.turn.text[sentence.sentence.start : span[0]]
    names = [m for m in _NAMES.finditer(said, 1) if not _FIRST.match(m.group().lower())] if _AS.search(said) else []
    if not names:
        return Meant(span, owner_subject(phrase, scene.turn), known or "")
    value = names[-1].group() if known is not None else said[names[-1].start() :] + scene.turn.text[slice(*span)]
    return Meant(span, owner_subject(phrase, scene.turn), known or "", value, normalise(value))


def _candidate(scene: Scene, meant: Meant, cover: Span) -> Candidate:
    """The request as a candidate; where it covers more than its sentence, all of that is what it rests on."""
    start, end = meant.span
    made = make(
        scene, meant.subject or scene.turn.speaker, meant.attribute, scene.turn.text[start:end], (start, end), "topic",
        None, Change.TOLD, TOLD, part=Part.RETRACTED, act=Act.RETRACT, affirmed=True, single=False,
    )  # fmt: skip
    known = isinstance(meant.attribute, Attribute)
    attribute = meant.attribute.id if isinstance(meant.attribute, Attribute) else meant.attribute
    made = made.but(span=cover, attribute=attribute, known_attribute=known)
    if cover[0] < scene.sentence.sentence.start:
        made = made.but(evidence=scene.turn.text[slice(*cover)])
    return made if meant.value is None else made.but(value=meant.value, norm=meant.norm, value_kind=MEANT)
