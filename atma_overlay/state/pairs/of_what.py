"""Of what, to whom or with whom a value is told, where another sentence tells of another one.

*I take 50 mg of sertraline*, *I take 10 mg of cetirizine now*: two medicines. *I owe Tom £50*, *I owe Sam £20 now*: two
debts. *I drink tea with milk*, *I drink tea with friends now*: the one goes into it, the others sit beside. *I drive a
Ford*, *I drive to York now*: what is driven, and where to.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.grammar.kinds import COUNTED
from atma_overlay.language.grammar.words import (
    ACQUAINTANCES,
    ADVERBS,
    GROUPS,
    KIN,
    PREPOSITIONS,
    SOMEBODY,
    lemma_of_noun,
    verb_lemma,
)
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.circumstances import TELLING_CHANGE
from atma_overlay.values.terms import stem, terms

__all__ = ["of_another_frame", "of_something_else"]

_OF_IT = re2.compile(r"^ (?:of|worth of) (?:the |my |our |some )?((?:[\p{L}'’-]+ ?){1,3})")
_WITH_IT = re2.compile(r"^\S+(?: \p{L}+){1,4}? of (.+)$")
_TO_WHOM = re2.compile(r"^(\p{L}[\p{L}'’ -]*?) [£$€¥]? ?\d")
"""*Tom £50*, *bank £2000*: to whom an amount goes."""
_SORTS_OF_DOSE = frozenset(map(stem, "it them these those each day week one water liquid mine".split()))
_PEOPLE = KIN | ACQUAINTANCES | SOMEBODY | frozenset("people person family child kid baby team".split())


def of_something_else(earlier: Statement, later: Statement) -> bool:
    """Whether the later of two values of one slot is told of other stuff, to somebody else or in company.

    Args:
        earlier: what stands.
        later: what is told later.
    """
    said = later.evidence.lower().split()
    if (
        _is_worn_too(earlier, later)
        or _is_of_another_garment(earlier, later)
        or _is_somebody_s(earlier, later)
        or _is_wished_or_of_a_day(later)
        or _is_office(earlier, later)
    ):
        return True
    if later.replaces is not None and not later.contextual:
        return False
    if any(verb_lemma(x) in TELLING_CHANGE for x in said) or "instead" in said:
        return False
    before, after = _stuff(earlier), _stuff(later)
    if before and after and before.isdisjoint(after):
        return True
    whom, who = _whom(earlier), _whom(later)
    if whom and who and whom.isdisjoint(who):
        return True
    if (_is_old(later) and not _is_old(earlier)) or _is_of_part_or_length(earlier, later):
        return True
    if _is_passing(earlier, later) or _is_counted_there(earlier, later):
        return True
    together = later.slot.attribute.endswith("_with") and "phrase" in {earlier.value_kind, later.value_kind}
    return together and _is_company(earlier) != _is_company(later)


_WORN = frozenset({"wear", "ride", "carry"})
_BEST = frozenset({"favourite", "favorite"})
"""*My favourite is blue*, *my favourite is pizza*: of what is not told."""


def _is_worn_too(earlier: Statement, later: Statement) -> bool:
    """*I wear a helmet*, *I wear a watch*: the one is worn with the other, where neither is told to be new."""
    if later.change is not Change.NONE:
        return False
    if later.slot.attribute in _BEST:
        return True
    plain = {earlier.value_kind, later.value_kind} == {"phrase"}
    return plain and later.slot.attribute in _WORN and not _is_size(later)


_SIZED = frozenset({"wear", "take", "need", "buy", "size", "be_in"})
_SIZE = re2.compile(
    r"(?i)^(?:an? )?(?:(?:size|a) )?(?:\d{1,3}(?:[.,]\d)?[a-z]{0,2}|x{0,3}[sml]|small|medium|large|extra large)\b"
    r"(?P<garment>(?: [\p{L}-]+){0,3})$"
)
_IN_GARMENT = re2.compile(r"^(?: waist| chest)? (?:in|for) (?:the |my |their |his |her )?(?P<garment>\p{L}[\p{L}-]+)")


def _is_size(told: Statement) -> bool:
    return told.slot.attribute in _SIZED and _SIZE.match(told.value) is not None


def _is_of_another_garment(earlier: Statement, later: Statement) -> bool:
    """*I wear size 9*, *I wear size 40 in jeans*; *size M collars*, *size L coats*: each has a size of its own."""
    if not (_is_size(earlier) and _is_size(later)):
        return False
    before, after = _garment(earlier) or frozenset(terms(earlier.evidence)), _garment(later)
    return bool(after) and before.isdisjoint(after)  # my boots are size 38


def _garment(told: Statement) -> frozenset[str]:
    inside = _SIZE.match(told.value)
    if inside is not None and inside.group("garment"):
        return frozenset(terms(inside.group("garment")))
    behind = _IN_GARMENT.match(told.evidence.partition(told.value)[2])
    return frozenset() if behind is None else frozenset(terms(behind.group("garment")))


_OFFICE = re2.compile(rf" of (?:the|our|my|a|an) (?P<what>[^,.;]{{0,40}}\b(?:{'|'.join(sorted(GROUPS))}))$")


def _is_office(earlier: Statement, later: Statement) -> bool:
    """*I'm a nurse*, *I was made captain of the darts team*: what one is of a group, beside what one is."""
    held = _OFFICE.search(later.value.lower()) if later.slot.attribute == "occupation" else None
    return held is not None and set(terms(held.group("what"))).isdisjoint(terms(earlier.value))


_PUT_OFF = re2.compile(
    r"\b(?:mov|chang|switch|reschedul|push|shift|put|br[oi]|set|updat|postpon|book)\p{L}* "
    rf"(?:my|our) ({'|'.join(sorted(KIN))})['’]s "
)


def _is_somebody_s(earlier: Statement, later: Statement) -> bool:
    """*I moved my son's appointment to Tuesday*: one's own is as it was."""
    found = _PUT_OFF.search(later.evidence.lower())
    return found is not None and found.group(1) not in f"{earlier.evidence.lower()} {earlier.slot.subject}"


_WISHED = re2.compile(r"\b(?:want|wants|need|needs|wish for|would like|['’]d like|dream of|hope for)(?: to have)? $")
_THAT_DAY = re2.compile(r"\b(?:was|were|took|lasted) [^.;,]*\b(?:today|yesterday|this morning|tonight|last night)\b")


def _is_wished_or_of_a_day(later: Statement) -> bool:
    """*I want three cats*, *my commute was 50 minutes today*: it is no more or longer as a rule."""
    if later.value_kind not in COUNTED or later.change is Change.TOLD:
        return False
    said = later.evidence.lower()
    wished = _WISHED.search(said.partition(later.value.lower())[0]) is not None
    aimed = later.slot.attribute.endswith((*_AIMS, "budget", "limit"))
    return (wished and not aimed) or _THAT_DAY.search(said) is not None


_OLD = re2.compile(r"(?:\b(?:my|our|his|her|their)|['’]s) (?:old|former|previous) (?:\p{L}+ )?\p{L}+(?: is|['’]s)\b")


def _is_old(told: Statement) -> bool:
    """*My old phone is a Nokia*: it may lie in a drawer by now."""
    return told.change is not Change.TOLD and _OLD.search(told.evidence.lower()) is not None


_SHARE = re2.compile(r"\b(?:share|half|part|portion|third|quarter|rest) of (?:the|my|our|their|his|her) (\p{L}+)")
_LENGTH = re2.compile(r"(?:\b(?:my|our)|['’]s) (?:[\p{L}-]+ )?(\d+ ?(?:km|mi|k|m|mile|miles|metres?|yards?)) \p{L}")


def _is_of_part_or_length(earlier: Statement, later: Statement) -> bool:
    """*My share of the rent is £450 now*, *my best 10k time is …*: the whole rent and the 5k are as they were."""
    before, after = earlier.evidence.lower(), later.evidence.lower()
    shared = _SHARE.search(after.partition(later.value.lower())[0])
    if shared is not None and _SHARE.search(before) is None and stem(shared.group(1)) in terms(before):
        return True  # my rent is 900 euros now, half of my salary
    ran, runs = _LENGTH.search(before), _LENGTH.search(after)
    return ran is not None and runs is not None and ran.group(1) != runs.group(1)


_PASSING = {
    "on": "bus train tram tube metro plane flight ferry coach boat phone sofa couch toilet loo road motorway"
    " beach roof",
    "in": "car van taxi cab bath shower kitchen garden queue bed pub shop park lift toilet loo pool sun rain",
    "at": "dentist doctor vet pub gym shop shops supermarket station airport beach park cinema hairdresser barber"
    " garage door table bank pool till"
    " barbers hairdressers",
}
"""Where somebody is for an hour."""
_PASSING_WORDS = {f"be_{preposition}": frozenset(said.split()) for preposition, said in _PASSING.items()}
_AGES = frozenset("teenager teen adult grown-up pensioner toddler pre-teen tween".split())


def _is_passing(earlier: Statement, later: Statement) -> bool:
    """*I'm on the late shift*, *I'm on the bus now*; *my son is a student*, *my son is a teenager now*."""
    words = _AGES if later.slot.attribute in {"kind", "occupation"} else _PASSING_WORDS.get(later.slot.attribute)
    if words is None:
        return False
    before, after = (x.norm.rsplit(maxsplit=1)[-1] if x.norm else "" for x in (earlier, later))
    return after in words and before not in words


_HAD_THERE = re2.compile(
    r"^ (?:in|at|on|under|behind|beside|opposite|from|next to|to|coming|staying|visiting|waiting) "
    r"(?:the |my |our |an? )?([\p{L}-]+)"
)
_HAVING = re2.compile(r"\b(?:have|has|had|got|['’]ve|['’]s) (?:\p{L}+ )?$")
_ALL_TOLD = frozenset("total all home house family household moment present name last least once now the".split())


def _is_counted_there(earlier: Statement, later: Statement) -> bool:
    """*I have two kids*, *I have four kids at my table now*: how many are there, and not how many one has."""
    if later.value_kind != "quantity" or _counted_at(earlier):
        return False
    return bool(_counted_at(later))


def _counted_at(told: Statement) -> str:
    before, _, behind = told.evidence.lower().partition(told.value.lower())
    found = _HAD_THERE.match(behind) if _HAVING.search(before) is not None else None
    place = found.group(1) if found is not None else ""
    return "" if place in _ALL_TOLD else place


def _stuff(told: Statement) -> frozenset[str]:
    """The stems of what an amount is of: *sertraline* of *50 mg of sertraline*; none where it is no amount."""
    if not told.norm[:1].isalnum() or told.value_kind not in {"quantity", "phrase", "name"}:
        return frozenset()
    inside = _WITH_IT.match(told.value) if _is_amount(told.value) else None
    if inside is not None:
        return frozenset(terms(inside.group(1))) - _SORTS_OF_DOSE
    behind = told.evidence.partition(told.value)[2] if told.value_kind == "quantity" else ""
    found = _OF_IT.match(behind)
    return frozenset(terms(found.group(1))) - _SORTS_OF_DOSE if found is not None else frozenset()


_AMOUNTS = frozenset("a an half one two three four five six seven eight nine ten twelve several some".split())


def _is_amount(value: str) -> bool:
    return value[:1].isdigit() or value.split(" ", 1)[0].lower() in _AMOUNTS


def _whom(told: Statement) -> frozenset[str]:
    found = _TO_WHOM.match(told.value) if told.value_kind == "money" else None
    return frozenset(terms(found.group(1))) if found is not None else frozenset()


def _is_company(told: Statement) -> bool:
    head = told.value.lower().rsplit(maxsplit=1)[-1]
    return told.value[:1].isupper() or lemma_of_noun(head) in _PEOPLE


_FRAMES = {
    **dict.fromkeys(("to", "into", "onto", "towards", "through", "past", "across", "around", "along"), "way"),
    "with": "with", "for": "for",
}  # fmt: skip
"""What a preposition behind a verb tells of what is done."""


def of_another_frame(candidate: Candidate, old: Statement) -> bool:
    """*I'm training for a race*, *I'm training juniors now*: to what, with whom, for what and whither are four things.

    Args:
        candidate: what is told, in open words.
        old: what stands, in a slot that goes by another name.
    """
    verb, _, last = candidate.attribute.partition("_")
    if candidate.known_attribute or candidate.replaces:
        return False
    placed = verb in _COPYING and last.rpartition("_")[2] in PREPOSITIONS
    if placed and verb not in map(verb_lemma, old.evidence.lower().split()):
        return True  # we back our files up to Backblaze: they are kept where they were
    if old.slot.attribute.endswith(_AIMS) and _AIMED.search(candidate.evidence.lower()) is None:
        return True  # I have saved £4k: of how much?
    if verb in TELLING_CHANGE or verb_lemma(verb) != verb:
        return False
    told = _FRAMES.get(last.rpartition("_")[2]) if last else _OBJECT
    before = _frame_of(old, verb)
    return told is not None and before is not None and told != before


_COPYING = frozenset("back mirror replicate archive snapshot dump export print scan log".split())
"""Verbs of what is made of something beside it."""
_AIMS = ("_goal", "_target")
_AIMED = re2.compile(r"\b(?:goals?|targets?|aim\p{L}*|want|need|plan\p{L}*|hop\p{L}+|try\p{L}*|instead)\b")
_OBJECT = "object"


def _frame_of(old: Statement, verb: str) -> str | None:
    """What a sentence tells right behind a verb; None where it has no such verb, or tells where or when."""
    said = [x.strip(".,;:!?") for x in old.evidence.lower().split()]
    at = next((i for i, x in enumerate(said) if verb_lemma(x) == verb), None)
    behind = [x for x in said[at + 1 :] if x not in ADVERBS] if at is not None else []
    if not behind:
        return None
    return _FRAMES.get(behind[0], None if behind[0] in PREPOSITIONS else _OBJECT)
