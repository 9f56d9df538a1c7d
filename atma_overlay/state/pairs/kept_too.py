"""What is told to be kept beside what is new: *moved our docs to Linear and kept Jira for issues*, *Slack stays*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.records import Statement

_MAY_KEEP = PatternSet(
    r"\b(?:keep|keeping|kept|retain(?:ed|ing)?|stays?|staying|remains?|stick(?:ing)?|hang(?:ing)?|hung)\b"
)
_KEEPS = (
    r"\b(?:keep|keeping|kept|retain(?:ed|ing)?|stick(?:ing)? with|stay(?:ing)? with|(?:hang|hanging|hung) on to)"
    r"(?: (?:on|the|my|our|his|her|their|old|using|with|to|both|also|still))* "
)
_STAYS = r"(?:['’]s| is| are| will| is still)? (?:stays?|staying|remains?)\b"
_NOT_SO = re2.compile(
    r"n['’]t\b|\b(?:not|never|cannot|no longer|stop(?:ped)?|(?:could|should|would|had|have) have|had kept|instead of"
    r"|rather than|without|used to|if|almost|nearly|wanted to|wish|until|till)\b"
)


def is_kept(earlier: Statement, later: Statement) -> bool:
    """Whether the sentence that tells something new says of what stands that it is kept.

    Args:
        earlier: what stands.
        later: what is told later.
    """
    said, name = later.evidence.lower(), earlier.value.lower()
    if not name or name not in said or not _MAY_KEEP.found_in(said) or earlier.norm == later.norm:
        return False
    called = re2.escape(name)
    match = re2.search(rf"(?:{_KEEPS}{called}\b|\b{called}{_STAYS})", said)
    if match is None:
        return False
    clause = said[max(said.rfind(mark, 0, match.start()) for mark in (",", ";", ".", " and ", " but ")) + 1 :]
    return _NOT_SO.search(clause) is None
