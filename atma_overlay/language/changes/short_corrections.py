r"""A turn that only mends what was said just before it: *sorry, I meant Leeds*, *\*Leeds*, *no wait, at 5*.

It names no slot, so that resolution looks for the one fact of the turn before that its words fit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay import re2
from atma_overlay.language.answers.bare import laughs
from atma_overlay.language.candidates import ADOPT, BY_LAST, BY_TYPING, DOUBTED, TOLD, Candidate, Part
from atma_overlay.language.endings.taken_back import APART, WRONG
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.phrases import read_phrase
from atma_overlay.language.grammar.tagging import tag
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.tokens import Span, tokenise
from atma_overlay.language.grammar.value_phrases import phrase_span, value_of, whole_address
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.values.normal import normalise

MOST_CHARACTERS = 120
"""A turn that does nothing but mend is short."""
_MOST_WORDS = 7
"""Words of a value."""

_PAUSE = r"(?:hang on|hold on|wait|sorry|actually|oops|whoops|h+m+|er+m?|u[hm]+)"
_CUES = (
    r"i (?:(?:meant|was going|wanted|intended) to (?:say|write|type|put)|meant|mean)"
    r"|i should(?: have|'ve) (?:said|written|typed|put)|i(?:'ve)? (?:mis-?spoken?|mis-?typed|misremembered|misread)"
    r"|(?:a |that was a )?typo|(?:quick |small |one |a )?correction|(?:scratch|scrap|strike|make) (?:that|it)"
    r"|i(?:'ve)? got (?:that|it) wrong|i was (?:wrong|mistaken)|my (?:mistake|bad|error)|silly me"
    r"|(?:let me|i(?:'ll| should| must| need to| have to)) (?:correct|rephrase|restate|fix)(?: myself| that| it)?"
    r"|i stand corrected|edit(?=:)|wrong (?:name|number|day|date|time|town|city|place|word|one)"
    rf"|no{APART}{_PAUSE}|{_PAUSE}{APART}no|(?:(?:i'm )?so |very |i'm )?sorry(?: about that)?|apologies|oops|whoops"
    r"|actually|wait"
)
"""What says that what was just said is to be mended."""
_BARE = re.compile(r"(?:(?:i'm |so |very ){0,2}sorry(?: about that)?|apologies|oops|whoops|actually|wait)$")
"""What may also speak to somebody: *sorry, Ann*."""
_SET_APART = re.compile(r"(?:scratch|scrap|strike|wait|wrong|my|silly|i got|i've got|i was|edit|a |that was|typo)\b")
"""What says so only where it is set apart: *scratch that, Leeds*, and no *scratch that itch*, *wait until 7*."""
_LEADS = (
    r"oh|ah+|argh|ugh|u[hm]+|er+m?|h+m+|well|okay|ok|hey|and|but|please|hang on|hold on"
    rf"|(?:that|it)(?:'s| is) {WRONG}"
)
"""What may stand around that; *that's wrong* by itself may be said of the answer."""
_OPENING = re.compile(rf"(?:(?P<cue>{_CUES})|(?P<doubt>(?:that|it) was {WRONG})|(?:{_LEADS}))(?![\w']){APART}")
_POINTING = re.compile(
    r"(?:(?:it|that|this|they|he|she)(?:'s| is|'re| are| was)|(?:(?:it|that) )?should (?:be|have been|read)"
    r"|(?:her|his|its|their|the) (?:name|number|date|time|day|address)(?:'s| is))"
    r"(?: called| named| actually| really)*[\s:]+"
)
"""What only points at the thing that is told of."""
_AGAINST = re.compile(r"not (?P<old>[^,;–—]{1,50}?)(?:\s*[,;–—]\s*(?:but )?| but | - )(?P<new>.+)", re.DOTALL)
"""*Not Leeds, Bath*."""
_NO_MORE = re.compile(r"\b(?:any ?more|any longer|no longer|yet|since)\b")
"""*Not on Firefox anymore, using Vivaldi*: it was so until then."""
_BEHIND = re.compile(r"(?:\s*[,;–—]|\s+-)?\s+(?:not|instead of|rather than)\s+(?P<old>[^,;–—]{1,50})$")
"""*Bath, not Leeds*."""
_CLOSING = re2.compile(rf"(?:[\s.!…]|[\s,]+(?:{_PAUSE}|my (?:bad|mistake)|instead|i meant))+$")
_STARRED = re.compile(r"\*(?=[^\s*])(?P<first>[^*\n]{1,60})$|(?P<last>[^\s*][^*\n]{0,59}(?<=\S))\*$")
"""*\\*Leeds*, *Leeds\\**: what should have been typed; *\\*sigh\\** is none, and a bullet stands apart."""

_MAY_MEND = re2.compile(
    r"^\*|\*$|^not |\b(?:sorry|apologies|oops|whoops|mean|meant|should|say|write|type|put|correct|correction|rephrase"
    r"|restate|fix|typo|mis-?\w+|scratch|scrap|strike|make|wrong|incorrect|mistake|mistaken|error|bad|silly|corrected|edit|no|actually|wait)\b"
)
"""What every such turn holds: nearly every other ends here."""
_PREPOSITIONS = frozenset("in into at on to from with for as".split())
"""What may lead a value: *no wait, at 5*."""
_PLAIN_DETERMINERS = frozenset({None, "a", "an", "the"})
_NO_VALUES = frozenset(
    """sorry no wait oops yes yeah yep ok okay thanks thank cheers hi hello question problem problems idea way matter
    luck rush worries reply delay mistake typo one thing chance clue""".split()
)


@dataclass(frozen=True, slots=True)
class _Mending:
    """What a short turn says.

    Attributes:
        new: where its value stands.
        old: what that takes the place of, where it is told.
        kind: how it reaches what was said, as an attribute.
        confidence: how sure it is that it mends.
    """

    new: Span
    old: str | None
    kind: str
    confidence: float
    of_somebody: bool = False
    """Whether it is what somebody is called."""


def mending(text: str, *, speaker: str, at: datetime, lexicon: Lexicon) -> Candidate | None:
    """What a turn mends of the one before, or None where it says anything else.

    Args:
        text: the turn.
        speaker: the canonical subject that *I* stands for.
        at: when it was said.
        lexicon: tells what sort of thing a name is.
    """
    if len(text) > MOST_CHARACTERS:
        return None
    lowered = text.lower().replace("’", "'")
    if len(lowered) != len(text) or text.rstrip().endswith("?") or not _MAY_MEND.search(lowered.strip()):
        return None
    said = _read(text, lowered)
    value = _value(text, said.new, apart=said.old is not None or "mean" in lowered) if said is not None else None
    if said is None or value is None:
        return None
    span, kind, unit = value
    kind = "person" if said.of_somebody and kind == "name" else kind
    words = text[slice(*span)]
    thing = lexicon.thing_of(words)
    return Candidate(
        Part.ADOPTED, Act.CORRECT, speaker, said.kind, False, Cardinality.MULTI, words, normalise(words), kind, unit,
        True, span, text, at, None, False, Change.TOLD, said.old, said.confidence, place=span[0],
        sort=lexicon.sort_of(words) if kind in kinds.NAMED else None, thing=thing.id if thing is not None else None,
    )  # fmt: skip


def _read(text: str, lowered: str) -> _Mending | None:
    """Where the value stands, and what is said of the old one."""
    start = len(text) - len(text.lstrip())
    starred = _STARRED.match(text.strip())
    if starred is not None:
        group = "first" if starred.group("first") else "last"
        return _Mending((start + starred.start(group), start + starred.end(group)), None, BY_TYPING, TOLD)
    at, sure = start, 0.0
    while (opening := _OPENING.match(lowered, at)) is not None:
        at = opening.end()
        sure = max(sure, _sureness(opening, goes_on=_POINTING.match(lowered, at) is None))
    end = at + len(_CLOSING.sub("", lowered[at:]))
    against = _AGAINST.match(lowered, at, end)
    if against is not None and _NO_MORE.search(against.group("old")) is not None:
        return None
    if against is not None:
        begins = against.start("new")
        pointed = _POINTING.match(lowered, begins)
        span = (begins if pointed is None else pointed.end(), end)
        return _Mending(span, text[slice(*against.span("old"))].strip(), BY_LAST, TOLD)
    pointed = _POINTING.match(lowered, at)
    if not sure:
        sure = DOUBTED if pointed is not None and "should" in pointed.group() else 0.0
    somebody = pointed is not None and pointed.group().startswith(("he", "she", "his"))
    at = pointed.end() if pointed is not None else at
    behind = _BEHIND.search(lowered, at, end)
    old = text[slice(*behind.span("old"))].strip() if behind is not None else None
    end = behind.start() if behind is not None else end
    plain = pointed is not None or old is not None or lowered.startswith(("a ", "an ", "the "), at)
    sure = TOLD if sure == ADOPT and plain else sure
    return _Mending((at, end), old, BY_LAST, sure, of_somebody=somebody) if sure and at < end else None


def _sureness(opening: re.Match[str], *, goes_on: bool) -> float:
    """How surely some words say that what follows mends something, which `goes_on` or is pointed at (*it's …*)."""
    cue = opening.group("cue")
    if cue is None:
        return 0.0 if opening.group("doubt") is None else DOUBTED
    if goes_on and _SET_APART.match(cue) is not None and not opening.group().removeprefix(cue).strip():
        return 0.0
    return ADOPT if _BARE.match(cue) is not None and "no" not in cue.split() else TOLD


def _value(text: str, span: Span, *, apart: bool) -> tuple[Span, str, str | None] | None:
    """Where a value that is all there is between two places stands, with its kind and its unit.

    `apart`: whether it is told to be one, so that a word which is a verb as well is a noun: *not eggs, milk*.
    """
    start = span[0]
    tokens = tag(tokenise(text[slice(*span)]))
    while tokens and tokens[-1].tag == t.PUNCT and tokens[-1].text not in {")", "%"}:
        tokens = tokens[:-1]
    at = 1 if len(tokens) > 1 and tokens[0].lower in _PREPOSITIONS else 0
    if not tokens or len(tokens) - at > _MOST_WORDS or laughs(tokens) or tokens[at].lower in _NO_VALUES:
        return None
    phrase = read_phrase(tokens, at)
    if phrase is not None and phrase.end < len(tokens):
        phrase = whole_address(phrase)
    if phrase is None or phrase.end < len(tokens):
        read = _unread(tokens[at:], apart=apart)
        return ((start + tokens[at].token.start, start + tokens[-1].token.end), *read) if read is not None else None
    if phrase.pronoun is not None or phrase.owner is not None or phrase.determiner not in _PLAIN_DETERMINERS:
        return None
    if phrase.head_lemma in _NO_VALUES:
        return None
    of_value, kind, unit = value_of(phrase)
    first, last = phrase_span(of_value)
    return (start + first, start + last), kind, unit


def _unread(tokens: Sequence[Tagged], *, apart: bool) -> tuple[str, str | None] | None:
    """The kind of what reads as no phrase: *0161 496 0333*, *ann@example.com*, a word that is a verb as well."""
    if all(x.text[:1].isdigit() or x.text in {"-", "+", "/"} for x in tokens):
        return "number", None
    if len(tokens) == 1 and "@" in tokens[0].text:
        return "code", None
    return ("phrase", None) if apart and len(tokens) == 1 and tokens[0].tag == t.VERB else None
