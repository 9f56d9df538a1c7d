"""Notes by label, about one of many: *Account: Halbrook, champion: Ana, stage: negotiation*, *Champion is Dana*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.turn import ReadTurn
from atma_overlay.records import Act, Cardinality, Change

_ONE_OF_MANY = (
    "account|applicant|booking|buyer|candidate|case|claimant|client|company|contact|customer|deal|employee|guest|lead"
    "|listing|opportunity|order|patient|policyholder|property|prospect|pupil|seller|site|student|supplier|tenant|ticket"
    "|trainee|user|vendor"
)
_HEADER = re2.compile(rf"(?:^|[\n.;,|(–—-]|\s[*•])\s*(?:{_ONE_OF_MANY})(?: name| id| no\.?| number)?\s*:")
_MET = (
    r"(?:visited|saw|met|called|reviewed|spoke|talked|visit|meeting|call|demo|intro|session|consultation|check-in"
    r"|notes?|debrief)(?: (?:with|to|at|on|from|for|about))?"
)
_ABOUT = re2.compile(
    rf"(?:^|[\n.;])\s*(?i:(?:i |we )?(?:just )?{_MET}|{_ONE_OF_MANY})"
    r" (?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}&'’-]*(?: \p{Lu}[\p{L}&'’-]*)*"
    r"(?: (?:today|yesterday|this morning))?\s*[.;\n]"
)
"""*Visited Globex today.*, *Patient Jones.*: of whom the notes behind it are."""
_OF_ONE_DEAL = (
    r"(?:(?:internal |external |executive |exec |deal |account )*champion|decision[ -]maker|economic buyer"
    r"|(?:technical|executive|exec) (?:buyer|sponsor)|incumbent|competitor|deal (?:size|value|stage)|close date"
    r"|renewal date|budget (?:owner|holder)|procurement (?:lead|contact)|pain point|next of kin|presenting complaint"
    r"|chief complaint|referring (?:doctor|physician))"
)
"""What whoever keeps notes on many accounts or patients has as often as there are of them."""
_DEAL_LABEL = re2.compile(_OF_ONE_DEAL)
_HEADED, _MAY_NOTE, _MAY_BE_ABOUT = range(3)
_SHOWN = PatternSet(_HEADER.pattern, _OF_ONE_DEAL, rf"(?:^|[\n.;])\s*(?:(?:i |we )?(?:just )?{_MET}|{_ONE_OF_MANY}) ")
_LOOKED_AT = 90
"""Characters before a value in which its label may stand."""


def is_of_one_of_many(lowered: str) -> bool:
    """Whether a text in lower case has a label of whom its notes are about: *Account: Halbrook, stage: …*."""
    return _HEADED in _SHOWN.held_by(lowered) and _HEADER.search(lowered) is not None


def beside(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates of a turn, those of notes about one of many beside what is known.

    A label or a sentence of its own tells of whom the notes are; some things only notes about one of many tell, and
    without an owner (*Champion is Dana*) nobody knows of which. The next such notes are of another account or patient:
    they retire nothing.

    Args:
        found: the candidates.
        turn: the utterance that they are of.
    """
    if not found:
        return found
    shown = _SHOWN.held_by(turn.lowered)
    if not shown:
        return found
    if _HEADED in shown:
        header = _HEADER.search(turn.lowered)
        if header is not None:
            found = [_one_more(c) if c.span[0] >= header.end() and _labelled(c, turn) else c for c in found]
    about = _ABOUT.search(turn.text) if _MAY_BE_ABOUT in shown else None
    if about is not None:
        found = [_one_more(c) if c.span[0] >= about.end() and _label(c, turn) else c for c in found]
    elif _MAY_NOTE in shown:
        found = [_one_more(c) if _DEAL_LABEL.fullmatch(_label(c, turn)) else c for c in found]
    return found


def _one_more(candidate: Candidate) -> Candidate:
    return candidate.but(cardinality=Cardinality.MULTI, additive=True)


def _plain(candidate: Candidate) -> bool:
    stated = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT
    return stated and candidate.change is Change.NONE


def _labelled(candidate: Candidate, turn: ReadTurn) -> bool:
    return _plain(candidate) and turn.text[: candidate.span[0]].rstrip(" *_`\"'“").endswith(":")


def _label(candidate: Candidate, turn: ReadTurn) -> str:
    """The noun that a value stands behind with *is*, where it is nobody's: no *my*, no *our*, no *Globex's*."""
    if not _plain(candidate):
        return ""
    start = candidate.span[0]
    told = _BREAKS.split(turn.lowered[max(0, start - _LOOKED_AT) : start])[-1].split()
    while told and told[-1] in _DETERMINERS:
        told.pop()
    if not told or told.pop() not in _BEING or not told or told[0] in _OWNERS:
        return ""
    where = next((i for i, word in enumerate(told) if word in _PLACING), len(told))
    label = " ".join(told[1 if told[0] == "the" else 0 : where])
    return "" if "'" in label or "’" in label else label


_BREAKS = re2.compile(r"[\n.;,:!?]")
_DETERMINERS = frozenset({"a", "an", "the"})
_BEING = frozenset({"is", "are"})
_OWNERS = w.POSSESSIVES | w.SUBJECT_PRONOUNS
_PLACING = frozenset("at for of in there here over".split())
