"""Particulars: which thing of a name a sentence tells of, where another tells of one that shares a word with it.

*My gym bag is a Norvo* leaves what was told of the gym, and *my office plant* of the office's chair: they are two
things (`another_thing`). *My company car is a BMW now*, after *my car is a Golf*, may tell of the same car or of one
beside it, and nothing in the words says which: a retirement is proposed, not applied (`maybe_another`). The other way
round a bare name is taken for the one thing of that name that is known (*my piano teacher is …*, *my teacher is …
now*), but for what one has of a job's or in reserve beside one's own (*my work phone is …*, *my phone is … now*), and
for amounts: *my starting weight*, *my weight*.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.grammar.kinds import MEASURED
from atma_overlay.language.grammar.words import (
    COMPONENTS,
    DAY_NAMES,
    DETERMINERS,
    MONTH_NAMES,
    POSSESSIVES,
    verb_lemma,
)
from atma_overlay.records import Statement
from atma_overlay.state.pairs.for_one import is_for_one
from atma_overlay.state.pairs.had_in_mind import is_had_in_mind
from atma_overlay.state.pairs.of_what import of_another_frame
from atma_overlay.state.pairs.thing_names import Names, names_in_both, telling_apart
from atma_overlay.state.pairs.thing_words import ALL_OF_IT, ENDS, PLAIN
from atma_overlay.state.pairs.which_one import of_another_one, told_of_one_item, told_of_one_of_them
from atma_overlay.values.terms import stem, terms, word_set

_OF_A_SORT = re2.compile(
    r"(?:^|[.!?;,] +|\b(?i:my|our|the) )(?P<sort>\p{Lu}[\p{L}-]+) (?P<thing>\p{Ll}+) "
    r"(?i:is|are|was|were|has|have|runs?|goes|go|lives?|starts?|moved)\b"
)
"""*Support tickets are in …*, *our London office is in …*: a sort with a capital, as at the head of a sentence."""
_ON_ONE = re2.compile(r"^ (?i:on|for) (?i:the|our|my) (?P<what>(?:[\p{L}-]+ ){0,2}[\p{L}-]+)")
_HEADED = re2.compile(r"^(?P<sort>\p{L}+) (?P<name>[\p{L}\p{N}' -]{1,30}): ")
"""*Client Rosso: net 30*: what a line is about."""
_OF_SERVICES = frozenset({"plan"})
"""Attributes of which each service, and each account with it, has one."""
_ACCOUNTS = frozenset("home work personal private".split())
"""Where, or as what, somebody has a plan of its own: *at home*, *for work*, *my personal account*."""
_NO_SERVICE = frozenset("i i'm i've we we're we've".split()) | DAY_NAMES | MONTH_NAMES
_WHOLE_STEMS = frozenset(map(stem, ALL_OF_IT))


def of_another_slot(candidate: Candidate, old: Statement, *, known: str | None = None) -> bool:
    """*My favourite film is …*, *my favourite food is … now*: two known slots, or things, whatever words they share.

    Args:
        candidate: what is told.
        old: what stands, in a slot that goes by another name.
        known: the known attribute that is told of, where it is not the candidate's.
    """
    if known is None and (_is_who_does_so(old.slot.attribute, candidate.attribute) or of_another_frame(candidate, old)):
        return True
    if told_of_one_item(old, candidate):
        return True
    told = known or (candidate.attribute if candidate.known_attribute else None)
    known_slot = old.slot.attribute in default_extractor().lexicon.attributes
    if told not in {None, old.slot.attribute} and known_slot:
        return True
    # *The auth service moved to Kubernetes*: what it runs on is not who provides it.
    part = told is None and known_slot and not COMPONENTS.isdisjoint(candidate.attribute.split("_"))
    if part and candidate.thing != old.slot.attribute:
        return True
    return another_thing(old, candidate) or _is_of_its_own_kind(old, candidate)


def _is_of_its_own_kind(old: Statement, told: Candidate) -> bool:
    """*My weight*, *my target weight*: each has a slot of its own, whichever is told first."""
    if old.slot.attribute == told.attribute or says_itself(old, told):
        return False
    measured = not MEASURED.isdisjoint({old.value_kind, told.value_kind})
    before, after = names_in_both(old, told)
    return any(
        head == other
        and (
            telling_apart(own - mods, said=told.evidence, measured=measured)
            or telling_apart(mods - own, said=old.evidence, measured=measured)
        )
        for own, head in before.names
        for mods, other in after.names
    )


def _is_who_does_so(attribute: str, verb: str) -> bool:
    """*My manager is Dana*, *I manage Priya now*: who does so to the speaker is not to whom the speaker does so."""
    stems = (verb, verb.removesuffix("e"))
    return verb_lemma(verb) == verb and any(attribute == f"{x}{end}" for x in stems for end in ("er", "or"))


def another_thing(old: Statement, told: Candidate | Statement) -> bool:
    """Whether two sentences tell of two things that only share a word: *my gym*, *my gym bag*, *my gym locker*.

    Args:
        old: what stands.
        told: what is told later; where it names the old value, it says itself what changed.
    """
    if of_another_one(old, told):
        return True
    before, after = names_in_both(old, told)
    return _only_share_a_word(before, after) and not says_itself(old, told)


def maybe_another(old: Statement, told: Candidate | Statement) -> bool:
    """Whether a later sentence tells of another thing, or of one sort of the thing, or of the thing of one sort.

    Args:
        old: what stands.
        told: what is told later; where it names the old value, it says itself what changed.
    """
    if of_another_one(old, told):
        return True
    before, after = names_in_both(old, told)
    if is_for_one(after.heads, old, told):
        return not says_itself(old, told)
    if (
        _is_one_sort(after, old)
        or _is_a_named_sort(told, old)
        or _is_of_another(after, told, old)
        or _is_any(told, old)
        or is_had_in_mind(told, old)
        or told_of_one_of_them(old, told)
    ):
        return not says_itself(old, told)
    owners = _owners(old.evidence) & _owners(told.evidence)  # my son's teacher, my son's piano teacher
    own_names, other_names = ({x for x in names.names if x[1] not in owners} for names in (before, after))
    if not own_names or not other_names or not own_names.isdisjoint(other_names):
        return False
    found = _only_share_a_word(before, after) or any(
        head == other
        and (_tells_more(own, mods, old.evidence) or _tells_less(own, mods, old, told) or _tells_others(own, mods))
        for own, head in own_names
        for mods, other in other_names
    )
    return found and not says_itself(old, told)


def _is_one_sort(after: Names, old: Statement) -> bool:
    """*The server is on port 8080*, *the debug port is 9090 now*: what the older sentence names without a lead."""
    called = terms(old.slot.attribute.replace("_", " "))
    said = word_set(old.evidence)
    return any(
        called[-1:] == (head,) and head in set(terms(old.evidence)) and mods and mods.isdisjoint({*called, *said})
        for mods, head in after.names
        if not any(x.endswith("ing") for x in mods)  # she's changing schools
    )


_A_NEW = re2.compile(
    r"(?i)\b(?:has|have|['’]s|['’]ve|got|get) a (?:new|different) (?P<post>\p{L}+)(?:,|:| called| named| [-–—]) ?\p{Lu}"
)


_LEADS = POSSESSIVES | DETERMINERS


def _is_any(told: Candidate | Statement, old: Statement) -> bool:
    """*Emil's maths teacher is Mr Vance*, *Emil's got a new teacher, Miss Okafor*: which of several is left open."""
    match = _A_NEW.search(told.evidence) if told.value_kind == "name" else None
    if match is None:
        return False
    said = word_set(old.evidence)
    post = match.group("post").lower()
    several = " and " in old.value or f"{post}s" in said
    return several or any(x != post and f" {x} {post}" in f" {old.evidence.lower()}" for x in said - PLAIN - _LEADS)


def _is_a_named_sort(told: Candidate | Statement, old: Statement) -> bool:
    """*Our office is in Leeds*, *the London office is in Camden now*: what the older sentence names without a sort."""
    named = _sort_of_a_thing(told.evidence)
    if named is None:
        return False
    sort, thing = named
    before = {*terms(old.evidence), *terms(old.slot.attribute.replace("_", " "))}
    return thing in before and stem(sort) not in before


@kept_short(4096)
def _sort_of_a_thing(sentence: str) -> tuple[str, str] | None:
    """The sort with a capital that a sentence names, and the stem of what it is a sort of."""
    match = _OF_A_SORT.search(sentence)
    if match is None:
        return None
    sort = match.group("sort").lower()
    told_apart = sort not in ENDS and sort not in PLAIN and verb_lemma(sort) in {None, sort}
    return (sort, stem(match.group("thing"))) if told_apart else None


def _is_of_another(names: Names, told: Candidate | Statement, old: Statement) -> bool:
    """Whether a later sentence names something beside a value which the older one does not.

    *I'm on the Pro plan of Slack*, *I upgraded to Premium on Spotify*; *we're on Postgres 14*, *the reporting service
    is on Postgres 16 now*, *Python 3.12 on the ML box*; *the kickoff with Oak Dental moved to 13 May*; *client Rosso:
    net 30*, *client Bianchi: net 45*.
    """
    if old.slot.attribute in _OF_SERVICES and not _services(told) <= _services(old) | set(terms(old.evidence)):
        return True
    if told.value_kind in {"number", "version"} and told.norm[:1].isalpha():
        said = frozenset(terms(old.evidence))
        own = stem(told.norm.partition(" ")[0]) in names.heads
        if not own and any(head not in said and (mods or head not in _WHOLE_STEMS) for mods, head in names.names):
            return True
        behind = _ON_ONE.search(told.evidence.partition(told.value)[2])
        if behind is not None and not set(terms(behind.group("what"))) - _WHOLE_STEMS <= said:
            return True
    if ": " not in told.evidence or ": " not in old.evidence:
        return False
    before, after = _HEADED.match(old.evidence), _HEADED.match(told.evidence)
    if before is None or after is None:
        return False
    return bool(before.group("sort") == after.group("sort") and before.group("name") != after.group("name"))


def _services(told: Candidate | Statement) -> frozenset[str]:
    """The services that a sentence names, whose plan it may tell of."""
    lexicon = default_extractor().lexicon
    words = [x.strip(".,;:!?()'’\"") for x in told.evidence.split()[1:]]
    named = {x.lower() for x in words if x[:1].isupper() or x in _ACCOUNTS or (x and lexicon.thing_of(x) is not None)}
    plan = told.value.lower().partition(" of ")[0].split()  # the Pro plan of Slack
    called = frozenset(plan if plan[-1:] in (["plan"], ["tier"], ["subscription"]) else ())
    return frozenset(named) - _NO_SERVICE - lexicon.words_of("plan") - called


def _only_share_a_word(before: Names, after: Names) -> bool:
    return before.heads.isdisjoint(after.heads) and not before.stems.isdisjoint(after.stems)


_OWNER = re2.compile(r"(\p{L}+)['’]s ")


def _owners(sentence: str) -> frozenset[str]:
    """The stems of those whose things a sentence tells of."""
    return frozenset(stem(x.lower()) for x in _OWNER.findall(sentence)) if "s " in sentence else frozenset()


def says_itself(old: Statement, told: Candidate | Statement) -> bool:
    """Whether what is told names the old value, and so says itself what changed."""
    return word_set(old.value) <= word_set(told.evidence)


def _tells_more(own: frozenset[str], mods: frozenset[str], before: str) -> bool:
    return own < mods and not mods - own <= word_set(before)


def _tells_others(own: frozenset[str], mods: frozenset[str]) -> bool:
    """*Our default branch*, *the release branch*: each is told apart by a word of its own."""
    return bool(own - mods) and bool(mods - own)


def _tells_less(own: frozenset[str], mods: frozenset[str], old: Statement, told: Candidate | Statement) -> bool:
    """*Our secondary email is …*, *our email is …*: one that is told apart by a word, and one that may be another."""
    measured = not MEASURED.isdisjoint({old.value_kind, told.value_kind})
    return mods < own and bool(telling_apart(own - mods, said=told.evidence, measured=measured))
