"""When something takes place that is called off: *the standup was scrapped*, *my dentist appointment is cancelled*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import TIMED
from atma_overlay.records import Act, Statement
from atma_overlay.state.pairs.which_one import of_another_one
from atma_overlay.state.slots.links import Links
from atma_overlay.values.terms import terms

_TIMES = ("_day", "_time", "_at", "_on", "_frequency")
_OFTEN = r"(?:(?:daily|weekly|biweekly|fortnightly|monthly|quarterly|regular|usual|whole) )"
_FOR_GOOD = re2.compile(
    r"\b(?:altogether|for good|permanently|completely|entirely|for ?ever|(?:was|been|got) (?:abolished|scrapped|axed)"
    r"|(?:we|i|they)(?:['’]ve| have)?(?: now| just| finally)? (?:abolished|scrapped|axed|got rid of|did away with))\b"
)
_FOR_ONCE = re2.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|this|next|only|just for|until|till|while|if|unless|when|for now|for the"
    r"|nearly|almost|may|might|during|over|except|not|again|as usual|rebooked|rescheduled|because|since i|as \p{L}+)\b"
    r"|n['’]t\b|\b(?:on|last) \p{L}+days?\b"
)


def done_away_with(candidate: Candidate, links: Links) -> list[Statement]:
    """The open records of when something takes place that is told to be over for good; of one occasion none.

    Args:
        candidate: what is told to have ended, by what it is called.
        links: what was said before.
    """
    if candidate.part is not Part.RETIRED or candidate.act is not Act.END or candidate.value_kind != "mention":
        return []
    said, thing = candidate.evidence.lower(), candidate.value.lower()
    if (off := _dated(candidate, links)) and _PUT_OFF.search(said) is None and _is_the_one(said, thing):
        return off
    if (
        _FOR_GOOD.search(said) is None
        or _FOR_ONCE.search(said) is not None
        or candidate.doer
        or not _is_the_one(said, thing)
    ):
        return []
    named, called = default_extractor().lexicon.by_noun(thing), set(terms(thing))
    asked = {*called, *terms(named.id.replace("_", " "))} if named is not None else called

    def is_its_time(s: Statement) -> bool:
        if s.value_kind not in TIMED - {"date"} or not s.affirmed or s.slot.subject != candidate.subject:
            return False
        attribute = s.slot.attribute
        base = next((attribute.removesuffix(x) for x in _TIMES if attribute.endswith(x)), "")
        its = bool(base) and set(terms(base.replace("_", " "))) == called
        return its or (named is not None and attribute == named.id)

    held = links.found("attribute", sorted(asked), is_its_time)
    return [s for s in held if s.observation_id != links.observation.id and not of_another_one(s, candidate)]


def _dated(candidate: Candidate, links: Links) -> list[Statement]:
    """When and where one thing on one day takes place, by what it is called: *my dentist appointment is on 4 July*."""
    called = set(terms(candidate.value.lower()))

    def is_of_it(s: Statement) -> bool:
        base = next((s.slot.attribute.removesuffix(x) for x in _OF_ONE_DAY if s.slot.attribute.endswith(x)), "")
        return s.affirmed and s.slot.subject == candidate.subject and set(terms(base.replace("_", " "))) == called

    held = [s for s in links.found("attribute", sorted(called), is_of_it) if not of_another_one(s, candidate)]
    return held if any(s.value_kind == "date" for s in held) else []


_OF_ONE_DAY = ("_date", "_day", "_time", "_at", "_on", "_deadline")
_PUT_OFF = re2.compile(
    r"\b(?:re-?scheduled|re-?booked|postponed|moved|pushed|if|unless|nearly|almost|may|might|could|until|till|except"
    r"|not|never|again|instead|would|was going to be|since i|used to)\b|n['’]t\b"
)


def _is_the_one(said: str, thing: str) -> bool:
    """*The daily standup*, *our standup*; not *the design team's standup*, *the standup for interns*."""
    found = re2.compile(rf"\b(?:the|our|my) {_OFTEN}?{re2.escape(thing)}\b(.*)").search(said)
    return found is not None and _ALONE.match(found.group(1)) is not None


_ALONE = re2.compile(
    r"^(?:$|[.,;:!?)]|['’]s\b| (?:altogether|for (?:good|ever)|forever|permanently|completely|entirely|has|is|was|been"
    r"|got|now|and|so|from now|as of|in (?:\p{L}+)|which)\b)"
)
"""*The standup*, and no *standup notes*, nor that of a team."""
