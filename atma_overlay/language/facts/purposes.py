"""What something is done for, where or with whom: *for work I use a Mac*, *at home we drink tea*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.language.vocabulary.lexicon import Lexicon

_CODE = (
    "python|rust|golang|javascript|typescript|java|kotlin|ruby|php|haskell|scala|lua|latex|markdown|html|css|sql|yaml"
    "|notebooks|scripts|config files|prose|poems|plots|prototypes"
)
_ENDEAVOURS = (
    "foundation|charity|club|society|church|choir|band|thesis|dissertation|novel|memoir|blog|podcast|newsletter|kids"
    "|children|horses|dogs|cats|garden|allotment|side (?:project|business|gig)|day job|rental(?: income| flat)?"
)
_PEOPLE = (
    "customers|clients|suppliers|vendors|investors|patients|pupils|students|parents|friends|colleagues|contractors"
    "|partners|neighbou?rs|volunteers|kids|children|grandparents|grandkids|family|board|team|group|band|choir|club"
    "|committee|council|class|tenants|players|members|sponsors|external people"
)
_ROOMS = (
    "car|van|truck|boat|kitchen|office|garage|studio|workshop|lab|barn|shed|cellar|basement|garden|classroom|library"
    "|band|choir|orchestra|club|clinic|bedroom|bathroom"
)
_SINCE_WHEN = (
    "(?:the (?:last|past|next|first|rest)|ages|years|months|weeks|days|now|good|long|ever|once|sure|example|instance"
    r"|context|reference|clarity|completeness|reasons?|the record|the moment|the time being|what|me|us|my part|my sins"
    r"|a|an|about|over|almost|nearly|some|several|many|most|all|everything|\d+|one|two|three|four|five|six|seven|eight"
    "|nine|ten|more than|at least)"
)
"""What opens with *for* as purposes do, and tells how long, of whom or of all of it."""
_BESIDE = (
    "use|using|go|see|have|play|take|train|swim|bank|eat|drink|drive|shop|buy|write|read|wear|listen|watch|chat|meet"
    "|talk|speak|rent|own|run|host|deploy|store|track|cook|heat|sleep|ride"
)
"""What is done for one purpose beside what is done for others; where somebody lives for a reason is where they live."""
_NOW = r"(?:now |always |usually |mostly |normally |still |currently |just |only )?"
_ACTS = rf"(?:(?:i|we) {_NOW}(?:{_BESIDE})|(?:i'm|we're|i am|we are) {_NOW}(?:us|go|see|tak|driv|ship|train)\w*ing)\b"
_OWN_IS = r"(?:my|our|the) (?:[\w'-]+ ){1,3}(?:is|are)\b"
_FRONT = r"(?:^|[,;:.!?] |\b(?:and|but|so|though|although|while) )"
_PHRASE = r"(?:[\w'-]+ ){0,4}?[\w'-]+"
_LIVES = rf"(?:i|we) {_NOW}(?:live|work|stay|sleep|{_BESIDE})\b"
_NO_PLACE = "moment|time|end|start|beginning|outset|latest|minute|same|present|office|company|firm|new|weekend"
_NOT_THEN = r"(?:which|this|last|the (?:last|past|move|meantime|lockdown|pandemic|divorce|merger))"
_SET_BEFORE = re2.compile(
    rf"{_FRONT}(for {_PHRASE}),? (?:{_ACTS}|{_OWN_IS})"
    rf"|{_FRONT}(with (?:my |our |the |external |most |new )?(?:[\w'-]+ )?(?:{_PEOPLE})),? {_ACTS}"
    rf"|{_FRONT}(at (?:work|school|uni|university|college|the office)),? i {_NOW}(?:{_BESIDE})\b"
    rf"|{_FRONT}(at home|at (?:the|my|our) {_PHRASE}|(?:in|on) (?:the|my|our) (?:[\w'-]+ )?(?:{_ROOMS})),? {_ACTS}"
    rf"|{_FRONT}(in (?:the )?(?:summer|winter|spring|autumn|fall)|during {_PHRASE}),? {_LIVES}"
    rf"|\b(?:i|we) (?:now |mostly )?(?:use|write) {_PHRASE} (?:now )?"
    rf"(for (?:(?:{_CODE})|(?:my|our|the) (?:{_ENDEAVOURS})))\b"
)
_NO_PURPOSE = re2.compile(
    rf"^for {_SINCE_WHEN}\b|^during {_NOT_THEN}\b|^at \w+ (?:{_NO_PLACE})\b"
    r"|\b(?:years?|months?|weeks?|while|everything|reasons?|sake)$"
)
FRONTED = Sign(
    r"\b(?:for|with|at|in|on|during)\b(?: [\w'-]+){1,5},? (?:i|we|my|our|the|i'm|we're)\b",
    rf"\bfor (?:{_CODE})\b|\bfor (?:my|our|the) (?:{_ENDEAVOURS})\b",
    family=WORDINGS,
)
_USING = re2.compile(r"\b(?:use|using|used)(?: the| an?| my| our)? $")
_FOR = re2.compile(r"^ for ((?:[\w'-]+ ){0,3}?[\w'-]+)[.,;:!?]*$")
_FROM_NOW = re2.compile(r"\b(?:now|instead|nowadays|these days|any ?more|from now on|switched|moved|only|always)\b")
_PURPOSE_SHOWN = Sign(r"\b(?:use|using|used) [^,;:!?]{1,60} for \w", family=WORDINGS)


def for_something_else(found: list[Candidate], sentence: ReadSentence, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence, beside what is known where a tool is used for what tools of its kind are not for.

    Args:
        found: the candidates.
        sentence: what they were found in.
        lexicon: knows what things are for.
    """
    if not sentence.shows(_PURPOSE_SHOWN, sentence.said):
        return found
    return [c.but(temporary=True) if _is_another_purpose(c, sentence, lexicon) else c for c in found]


def _is_another_purpose(candidate: Candidate, sentence: ReadSentence, lexicon: Lexicon) -> bool:
    """*I started using Obsidian for diagrams*: a purpose that is not what tools of its kind are for."""
    if candidate.thing is None or candidate.thing != candidate.attribute or candidate.valid_to is not None:
        return False
    begin, (start, end) = sentence.sentence.start, candidate.span
    said = sentence.said
    purpose = _FOR.match(said[end - begin :])
    if purpose is None or not _USING.search(said[: start - begin]) or _FROM_NOW.search(said):
        return False
    known = lexicon.attributes[candidate.attribute]
    names = " ".join((known.id.replace("_", " "), known.name, *known.nouns, *known.cues)).lower().split()
    stems = {x.rstrip("s") for x in names}
    told = purpose.group(1).split()
    return _NO_PURPOSE.search(f"for {purpose.group(1)}") is None and stems.isdisjoint(x.rstrip("s") for x in told)


def fronted(said: str) -> Iterator[Span]:
    """The settings and purposes that are told before or behind what is done in them.

    Args:
        said: the sentence, in lower case.

    Yields:
        Where each stands in it.
    """
    for match in _SET_BEFORE.finditer(said):
        place = match.lastindex or 0
        if not _NO_PURPOSE.search(match.group(place)):
            yield match.span(place)
