"""Whether what is told to be over is what is known: a post by its name, a group for good, a habit as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from atma_overlay import re2
from atma_overlay.language.candidates import HELD, Candidate, Part
from atma_overlay.language.facts.copula_people import OFFICE
from atma_overlay.language.grammar.kinds import TIMED
from atma_overlay.language.grammar.words import GROUPS, verb_lemma
from atma_overlay.records import Change, Observation, Statement
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import words

_ENDS_USE = frozenset(
    """use have be do go get take see work live need want own keep run attend visit subscribe pay belong stay rely
    depend play read watch drive ride speak study learn practise practice train""".split()
)
"""Verbs of what one does with nearly everything: to do so no more ends what was told in other words."""


def by_another_doing(candidate: Candidate, old: Statement) -> bool:
    """*We use Slack*, *we no longer support Slack*: what is told to be over is not what was told."""
    verb = verb_lemma(candidate.attribute.partition("_")[0])
    if candidate.part is not Part.RETIRED or verb is None or verb in _ENDS_USE or candidate.value_kind == HELD:
        return False
    if candidate.attribute == old.slot.attribute or candidate.known_attribute:
        return False
    return verb not in {verb_lemma(x) for x in words(old.evidence)}


POSTS = frozenset({OFFICE, "occupation", "role"})
"""Attributes of what somebody is of something: *treasurer of our rowing club*."""


def left_as(post: str, evidence: str) -> bool:
    """*I stepped down as treasurer*, *I'm no longer captain*: a post is left as what it is called, and only so."""
    said, called = f" {' '.join(words(evidence))} ", " ".join(words(post))
    articles = ("", "the ", "a ", "an ", "our ")
    return any(
        f" {lead} {article}{called} " in said for lead in ("as", "longer", "being", "not") for article in articles
    )


_MEMBERSHIPS = frozenset("be_in be_on club".split())
_ENDED_BY_ITSELF = re2.compile(
    r"(?i)\b(?:folded|disbanded|dissolved|split up|broke up|is no more|shut down|closed down)"
    r"(?:$|[.,;!]| (?:in|last|this|because|after|for good)\b)"
)
_LEFT_A_GROUP = re2.compile(
    r"(?i)\b(?:left|quit|dropped out of|resigned from) (?:the|my|our) (?:[\w'’-]+ ){0,3}"
    rf"(?:{'|'.join(sorted(GROUPS))})"
    r"(?:$|[.,;!]| (?:in (?:\w+$|\w+ \d|the (?:spring|summer|autumn|fall|winter))"
    r"|last (?:week|month|year|spring|summer|autumn|winter)|for good|\w+ (?:weeks|months|years) ago))"
)


def left_for_a_while(candidate: Candidate, old: Statement) -> bool:
    """*I left the choir to get a coffee*, *cancelled the band for the wedding*: who is in a group still is."""
    if old.value_kind != "phrase" or old.norm.rpartition(" ")[2] not in GROUPS:
        return False
    verb, _, into = old.slot.attribute.rpartition("_")
    inside = old.slot.attribute in _MEMBERSHIPS or (into in {"in", "for", "with"} and bool(verb))
    told = _LEFT_A_GROUP.search(candidate.evidence) or _ENDED_BY_ITSELF.search(candidate.evidence)
    return not inside or told is None


def of_another_habit(candidate: Candidate, old: Statement) -> bool:
    """*I don't watch the football every evening any more*: how often something else is done is not over."""
    return candidate.value_kind in TIMED and bool(candidate.attribute) and candidate.attribute != old.slot.attribute


_BEHIND_NEGATED = re2.compile(
    r"^(?:(?:at all|any ?more|any longer|now|these days|either|really|much)[, ]*)*"
    r"(?:in|at|on|after|before|to|with|during|from|for|while|when|unless|except|without) ((?:[\p{L}\p{N}'’-]+ ?){1,4})"
)
"""*I don't drink coffee [after lunch]*."""
_NO_PART = frozenset("all any more anymore longer the my our".split())
_WHY_OR_SINCE_WHEN = frozenset("health reason reasons good now years months weeks since because".split())


def only_partly(candidate: Candidate, old: Statement) -> bool:
    """*I don't drink coffee after lunch any more*: what is done no more so is still done, unless it was told so."""
    if candidate.part is not Part.RETIRED or candidate.value_kind == HELD or not candidate.attribute:
        return False
    at = candidate.evidence.find(candidate.value)
    if at < 0 or _NEGATED.search(candidate.evidence[:at]) is None:
        return False
    match = _BEHIND_NEGATED.match(candidate.evidence[at + len(candidate.value) :].lstrip())
    if match is None:
        return False
    said = [x for x in words(match.group(1)) if x not in _NO_PART]
    return _WHY_OR_SINCE_WHEN.isdisjoint(said) and not set(said) <= set(words(old.evidence))


_NEGATED = re2.compile(r"(?i)\b(?:no longer|(?:do|does|am|is|are)(?:n['’]t| not)|never|['’]m not)\b")


_LATELY = timedelta(days=30)
"""For how long *I switched gyms* may tell of a change that is known already."""


def may_be_the_new_one(old: Statement, known: Iterable[Statement], said: Observation) -> bool:
    """*I switched gyms*: whether what is known may be what was changed to, just told as new or named beside it.

    Args:
        old: what stands.
        known: the statements of its slot.
        said: what tells of a change and not to what.
    """
    if old.value.lower() in said.text.lower():
        return True
    before = (s for s in known if s.affirmed and s.observed_at < old.observed_at)
    fresh = old.change is not Change.NONE or any(not same_value(s.norm, old.norm) for s in before)
    return fresh and said.observed_at - old.observed_at <= _LATELY
