"""Whose duty something is: *billing is with Tom's team now*, *the rota is Priya's*, *support sits with Dublin*.

However it is worded, who has one duty stands in one slot. Which duties there are, and who may have one, is data
(`duties.toml`); what else is with somebody (a parcel, an account) tells nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.somebody import NOBODY, is_a_team, is_somebody
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene
from atma_overlay.records import Act, Change
from atma_overlay.word_lists import read_wordings

_GROUPS = {group: frozenset(phrases.split("|")) for group, phrases in read_wordings("duties.toml").items()}
_DUTIES = _GROUPS["tasks"] | _GROUPS["systems"]
_SINCE = r"(?:(?:now|already|also|since|always|again|officially|currently|no longer) )*"
_FROM = (
    r"(?: (?:now|again|today|already|these days|nowadays|from now on|going forward|any ?more|any longer"
    r"|for good|instead|(?:from|as of|since|starting|effective) (?:today|now|tomorrow|\p{L}+day|next (?:week|month)"
    r"|last (?:week|month)"
    r"|\p{L}+ \d{1,2}|\d{1,2} \p{L}+|january|february|march|april|may|june|july|august|september|october|november"
    r"|december|q[1-4])))*"
)
_END = rf"{_FROM}(?:$|[.!,;:)–—]| (?:and|but|so|because|since|after)\b)"
_CARED_FOR = (
    "owned|handled|run|managed|maintained|looked after|taken care of|covered|done|dealt with|overseen|operated|staffed"
    "|written|prepared"
)
_NEVER = r"(?:n't| not)?"
_NEGATED = re2.compile(r"(?:n't|\bnot)\b")
_NO_MORE = re2.compile(r"\b(?:any ?more|any longer)\b")
_CARES_FOR = "owns?|handles?|manages?|maintains?|looks? after|takes? care of|runs?"
_GIVEN = "handed|passed|given|reassigned|assigned"
_MOVED = "transferred|moved"


class _Wording(NamedTuple):
    """What stands between a duty and who has it, and what may follow what stands behind it."""

    verb: re2._Regexp
    behind: re2._Regexp = re2.compile(rf"^{_END}")
    duty_leads: bool = True
    placed: bool = False
    """Whether what runs may be there, too, and not only with who cares for it: *our website is with GoDaddy*."""
    had: bool = False
    """Whether what runs is had by whoever it is told of, unless that is something that runs, too: *belongs to Tom*."""
    moved: bool = False
    """Whether all else may be there, too: *marketing moved to Berlin*, *analytics moved to Amplitude*."""
    owner: bool = False
    """Whether the duty has to be told as that of an owner: *the owner of the search index is …*."""


_HAD = _Wording(
    re2.compile(
        rf" {_SINCE}(?:belongs?|(?:is|are|was|were|has been|have been|got) {_SINCE}(?:{_GIVEN})) (?:over |on )?to "
    ),
    had=True,
)
_WORDINGS = (
    _Wording(
        re2.compile(rf"(?:['’]s| (?:is|are|sits?|lies?|rests?|stays?|remains?|lives?){_NEVER}) {_SINCE}with "),
        placed=True,
    ),
    _Wording(re2.compile(rf" (?:is|are){_NEVER} {_SINCE}(?:{_CARED_FOR}) {_SINCE}by ")),
    _Wording(
        re2.compile(
            rf" {_SINCE}(?:(?:(?:does|do)(?:n't| not) )?(?:{_CARES_FOR})"
            rf"|(?:is|are){_NEVER} {_SINCE}(?:responsible for|in charge of|the owners? of)) {_SINCE}"
        ),
        duty_leads=False,
    ),
    _Wording(
        re2.compile(rf" {_SINCE}(?:has |have )?{_SINCE}(?:took|taken) (?:over|on) "),
        re2.compile(rf"^(?: from [^,;:.!?()]+?)?{_END}"),
        duty_leads=False,
    ),
    _HAD,
    _Wording(
        re2.compile(
            r" (?:(?:has |have )?(?:moved|gone)|went"
            rf"|(?:is|are|was|were|has been|have been|got) {_SINCE}(?:{_MOVED})) (?:over |on )?to "
        ),
        moved=True,
    ),
    _Wording(re2.compile(rf" (?:is|are) {_SINCE}"), owner=True),
    _Wording(
        re2.compile(rf" (?:is|are) {_SINCE}"),
        re2.compile(rf"^(?:'s|')(?: (?:job|responsibility|duty|task|remit|area|call|problem|baby))?{_END}"),
    ),
)
_ON_CALL = re2.compile(rf" (?:is|are){_NEVER} {_SINCE}on[- ]call(?: for (?:the |our )?(?P<of>[^,;:.!?()]+?))?{_END}")
_HANDED = re2.compile(r" (?:handed|passed|gave|reassigned) (?P<what>[^,;:.!?()]+?) (?:over |on |off )?to (?P<who>\S)")
_STOPS = re2.compile(r"[,;:!?()\"“”–—]")
_OPENERS = frozenset("ok okay fyi update btw also now and but so then well".split())
_MOST_WORDS = 6
_SHOWN = Sign(rf"\b(?:on call|{'|'.join(sorted(_DUTIES))})\b", family=WORDINGS)
_OWNERS = frozenset({"the", "our", "my"})
_WHICH = re2.compile(r"^(?P<head>.+?) (?:for|of|in|at|on) (?:the |our |my )?(?P<of>.+)$")
_UNSURE = re2.compile(
    r"\b(?:if|when|whenever|once|unless|until|whether|might|may|should|would|could|must|will|says?|said|thinks?|thought"
    r"|hopes?|wants?|likes?|maybe|perhaps|probably|rumou?r|heard|apparently|supposedly|used to)\b"
)


def duties(scene: Scene) -> Iterator[Candidate]:
    """Who has a duty, for each duty of which a sentence tells it.

    Args:
        scene: the sentence, with a clause that spans it.
    """
    sentence, said = scene.sentence, scene.sentence.said
    if sentence.sentence.asks or not sentence.shows(_SHOWN, said) or len(said) != len(sentence.text):
        return
    if _UNSURE.search(said) is not None:
        return
    negated = _NEGATED.search(said) is not None
    if negated and _NO_MORE.search(said) is None:
        return
    yield from _on_call(scene)
    if not negated:
        yield from _handed_on(scene)
    for wording in _WORDINGS:
        for match in wording.verb.finditer(said):
            before, behind = _left(said, match.start()), _right(said, match.end(), wording.behind)
            over = _is_over(match.group())
            if before is None or behind is None or (negated and not over):
                continue
            what, who = (before, behind) if wording.duty_leads else (behind, before)
            if wording.owner:
                led = _OWNER_OF.search(said[slice(*what)])
                what = (what[0] + led.end(), what[1]) if led is not None else (what[0], what[0])
            told = _told(scene, what, who, wording, over=over)
            if told is not None:
                yield told
                return


def _on_call(scene: Scene) -> Iterator[Candidate]:
    said, begin = scene.sentence.said, scene.sentence.sentence.start
    match = _ON_CALL.search(said)
    who = None if match is None else _left(said, match.start())
    if match is None or who is None or not is_somebody(scene.sentence.text[slice(*who)]):
        return
    span = (begin + who[0], begin + who[1])
    duty = " ".join(x for x in (match.group("of"), "on-call") if x)
    over = _is_over(match.group())
    if over or _NEGATED.search(said) is None:
        yield _made(scene, duty, span, over=over)


def _is_over(verb: str) -> bool:
    return "no longer" in verb or _NEGATED.search(verb) is not None


def _handed_on(scene: Scene) -> Iterator[Candidate]:
    """*Tom handed billing over to Wei*; what stands behind an article is read with the clause, see `handovers`."""
    said = scene.sentence.said
    for match in _HANDED.finditer(said):
        what = scene.sentence.text[slice(*match.span(1))]
        behind = _right(said, match.start(2), _HAD.behind)
        giver = _left(said, match.start())
        if behind is None or giver is None or what.split()[0].lower() in _OWNERS:
            continue
        told = _told(scene, match.span(1), behind, _HAD, over=False)
        if told is not None:
            by = scene.sentence.text[slice(*giver)]
            yield told.but(change=Change.TOLD, replaces=by if is_somebody(by) else None)


def _left(said: str, end: int) -> Span | None:
    """The words before a verb, back to where the sentence or a part of it opens."""
    first = max(0, end - _REACH)
    start = max((first + m.end() for m in _STOPS.finditer(said[first:end])), default=first)
    if start and start == first:
        return None
    words = said[start:end].split()
    while words and words[0] in _OPENERS:
        words.pop(0)
    at = end - len(" ".join(words))
    return (at, end) if words and len(words) <= _MOST_WORDS and said[at:end] == " ".join(words) else None


def _right(said: str, start: int, behind: re2._Regexp) -> Span | None:
    """The words behind a verb, up to the first place where nothing more is told of them."""
    ends = (i for i in range(start + 1, min(len(said), start + _REACH) + 1) if said[i : i + 1] in _BREAKS)
    end = next((i for i in ends if behind.search(said[i : i + _REACH]) is not None), None)
    return None if end is None or len(said[start:end].split()) > _MOST_WORDS else (start, end)


_REACH = 80
"""Characters on each side of a verb that are read."""
_BREAKS = frozenset(" .!,;:)–—'") | {""}


def may_be_shared(attribute: str) -> bool:
    """Whether several may have a duty at a time: who is on call.

    Args:
        attribute: as a record has it.
    """
    return attribute.endswith("on-call_owner")


def is_duty(attribute: str) -> bool:
    """Whether an attribute is who has a duty: *billing_owner*.

    Args:
        attribute: as a candidate or a record has it.
    """
    return attribute.endswith("_owner") and attribute != _OF_SERVICES


_OWNER = " owner"
_OF_SERVICES = "service_owner"
"""Who owns a service, as the lexicon has it."""
_OWNER_OF = re2.compile(r"^(?:(?:the|our) )?owners? of ")


def with_duties(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence with whose duty something is, told once: *tier 1* is nothing of the speaker's own.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    told = list(duties(scene))
    if not told:
        return found
    spans = [c.span for c in told]
    holders = {c.value.lower() for c in told}
    kept = [c for c in found if not (_is_a_guess(c, scene.turn.speaker) and touches(c.span, spans))]
    kept = [c for c in kept if c.act is not Act.ASSERT or not _is_told(c, holders)]
    handed = [(scene.turn.text.rfind(c.replaces, 0, c.span[0]), c.span[1]) for c in told if c.replaces]
    return [*(c for c in kept if c.part not in _GIVEN_UP or not touches(c.span, handed)), *told]


def _is_told(candidate: Candidate, holders: set[str]) -> bool:
    held = candidate.subject in holders and candidate.attribute in _CARING
    return held or (candidate.attribute == "be_with" and candidate.value.lower() in holders)


_CARING = frozenset("own handle manage maintain look_after take_care_of run be_on".split())
"""*Dana handles payroll* is told once: as a fact of Dana's, too, it would outlive the day on which it is Rui's."""
_GIVEN_UP = frozenset({Part.RETIRED, Part.PARTED})
"""*Tom passed payroll on*: who has it now is told in the same breath."""


def _is_a_guess(candidate: Candidate, speaker: str) -> bool:
    """*Payroll is with the Berlin team* read as what payroll is, *Tom runs the newsletter* as by whom it is run."""
    of_nothing_else = candidate.subject == speaker or candidate.attribute.endswith("_by")
    of_nothing_else = of_nothing_else or candidate.attribute == _OF_SERVICES
    told = candidate.part in {Part.STATEMENT, Part.RETIRED} and candidate.act in {Act.ASSERT, Act.END}
    return told and of_nothing_else and not is_duty(candidate.attribute)


def _told(scene: Scene, what: Span, who: Span, wording: _Wording, *, over: bool) -> Candidate | None:
    text, begin = scene.sentence.text, scene.sentence.sentence.start
    duty = _duty(text[slice(*what)].lower().replace("’", "'")) if what[0] < what[1] else ""
    at = who[0] + 4 if text[slice(*who)].lower().startswith(("the ", "our ")) else who[0]
    holder = text[at : who[1]]
    if not duty or not is_somebody(holder):
        return None
    runs = not _GROUPS["systems"].isdisjoint(text[slice(*what)].lower().split())
    if (wording.moved or (wording.placed and runs)) and not is_a_team(holder):
        return None  # our website is with GoDaddy, the auth service moved to Clerk
    if wording.had and runs and scene.lexicon.thing_of(holder) is not None:
        return None
    span = (begin + at, begin + who[1])
    return _made(scene, duty, span, over=over)


def _made(scene: Scene, duty: str, span: Span, *, over: bool) -> Candidate:
    value = scene.turn.text[slice(*span)]
    name = "name" if any(x[:1].isupper() for x in value.split()) else "phrase"
    return make(
        scene, scene.turn.speaker, f"{duty}{_OWNER}", value, span, name, None, scene.told, COPULAR, affirmed=True,
        part=Part.RETIRED if over else Part.STATEMENT, act=Act.END if over else Act.ASSERT,
    )  # fmt: skip


def _duty(what: str) -> str:
    """What a duty is called, the same however it is worded: *support for EMEA*, *EMEA support*; empty for no duty."""
    words = what.split()
    if words[0] in _OWNERS:
        words = words[1:]
    which = _WHICH.search(" ".join(words))
    if which is not None:
        words = [*which.group(2).split(), *which.group(1).split()]
    if not words or not NOBODY.isdisjoint(words) or words[-1] not in _DUTIES:
        return ""
    if not w.PREPOSITIONS.isdisjoint(words) or not w.DETERMINERS.isdisjoint(words):
        return ""
    words = [x.removesuffix("'s") for x in words]
    return " ".join(words[:-1] if len(words) > 1 and words[-1] in _GROUPS["plain"] else words)
