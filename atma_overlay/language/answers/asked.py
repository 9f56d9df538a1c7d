"""What an agent asks, as the user would tell it: a statement with a gap, and what a yes or a no makes of it.

*Where do you live now?* has the gap *I live in … now*; *Do you still live in Leeds?* holds as *I still live in Leeds*,
fails as *I don't live in Leeds any more*, and has the gap *I live in …* for whoever answers with another place.
"""

from __future__ import annotations

from dataclasses import replace

from atma_overlay import re2
from atma_overlay.language.answers.parts import Asked, Gap, Question, is_noun, of_noun
from atma_overlay.language.answers.sought import sought
from atma_overlay.language.answers.weighed import declared, polar
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.language.queries.question import asking_part

MOST_CHARACTERS = 1_500
"""Of an agent's turn, from its end: what it asks stands there."""
_TAGS = re2.compile(
    r"(?i)(?:[,–—-]\s*|\s)(?:right|correct|yes|yeah|true|am i right"
    r"|is (?:that|this)(?: still)? (?:right|correct|so|true)"
    r"|(?:are|do|is|have|does)n['’]t (?:you|it|he|she|they))\s*\?$"
)
"""What makes a question of a statement: *You live in Leeds, right?*"""
_CONFIRMS = re2.compile(
    r"(?i)^(?:and |so )?(?:is (?:that|this|it)(?: still)? (?:right|correct|true|so|the case|accurate|up to date)"
    r"|right|correct|am i right|(?:did|have) i (?:get|got) that right|does that (?:still )?(?:sound right|hold))\s*\?$"
)
"""What asks whether the sentence before it is so."""
_BELIEVING = re2.compile(
    r"(?i)^(?:(?:and|so|ok(?:ay)?|oh|welcome back|great|quick check|last i heard)[,!:]? )*"
    r"(?:(?:i|we) (?:believe|understand|think|assume|see|have it|hear)"
    r"|(?:my|our) (?:notes|records|files?) (?:say|show|tell me)s?"
    r"|you (?:mentioned|told me|said)|it (?:sounds|looks|seems)(?: like| as if)?|(?:do|did) you (?:mean|say)"
    r"|am i right(?: in thinking)?|is it(?: still)? (?:true|right|correct|the case)|did i get (?:that|this|it) right:?"
    r"|just to (?:confirm|check|be sure)),?(?: that)? +"
)
"""What only leads to a statement that is asked about: *I believe you live in Leeds, is that right?*"""
_INQUIRING = re2.compile(
    r"(?i)^(?:and |so |great[,!]? |thanks[,!]? |ok(?:ay)?,? )*"
    r"(?:(?:please[,]? )?(?:(?:can|could|would|will|may|might) (?:you|i)(?: please| quickly| just)*|please"
    r"|(?:do|would) you mind(?: if i)?|mind(?: if i)?)?,? *"
    r"(?:tell(?:ing)? me|remind(?:ing)? me|ask(?: you)?|confirm(?:ing)?(?: that| whether| if)?|know"
    r"|shar(?:e|ing)(?: with me)?|let(?:ting)? me know|giv(?:e|ing) me)"
    r"|out of curiosity|just to (?:confirm|check|be sure)"
    r"|i(?: was|['’]m)? (?:just )?wonder(?:ing)?|i(?:['’]d| would) (?:like|love) to know)[,:]? +"
)
"""What only leads to a question: *can you tell me where you live*, *just to confirm, you live in Leeds?*"""
_REQUESTING = re2.compile(
    r"(?i)\b(?:please|tell me|let me know|share|enter|love to know|like to know|confirm|i need)\b"
)
"""What asks without a question mark: *Please tell me your address.*"""
_PUT_DOWN = re2.compile(
    r"(?i)^(?:and |so |please )*(?:what (?:should|can|may|shall|do|would) (?:i|we|you) "
    r"(?:put|enter|write|use|note|save|list|call|say is)"
    r"(?: down| in)?(?: as| for| under)?|enter|provide|type(?: in)?|i need|we need|what about|how about) +"
)
"""What asks for a thing by its noun: *What should I put down as your bank?*"""
_IT = re2.compile(r"(?i)^(?:and |so )?what(?:['’]s| is| are) (?:it|that|they)(?: now| these days)?\s*\?$")
"""What asks for what the sentence before it names: *I don't have your address yet. What is it?*"""
_CHOICES = re2.compile(r"(?i)^((?:what|which|who|where|when|how)\b[^,:–—]*)[,:–—] *[^,]+ or [^,]+$")
"""A question and what it offers: *Where do you live, in Leeds or York?*."""
_FILED = re2.compile(
    r"(?i)^(?:.{0,20}, )?(?:i|we)(?: currently| still)? (?:have|see|show|had|got) (.{1,60}?)"
    r"(?: (?:down|on file|on record|listed|saved|noted|recorded|stored))? (?:as|for) (your .{1,60})$"
)
"""What an agent has on file: *I have Pulse down as your gym*."""
_OR_IS_IT = re2.compile(r"(?i),? or (?:is|are|was|do|does) (?:it|they|that|you|he|she)\b.*$")
"""What only spells out the other choice: *Is your boss still Priya, or is it Tom now?*"""
_IDIOMS = {
    re2.compile(r"(?i)^(?:and |so |now,? )?what (?:should|can|may|shall|do) i call you$"): "My name is ",
    re2.compile(r"(?i)^(?:and |so |now,? )?what do you do(?: for (?:work|a living|a job))?$"): "My job is ",
}
"""Questions whose words do not tell what they ask for, and what their answer states."""


def may_ask(turn: str) -> bool:
    """Whether there is any sign in an agent's turn that it asks."""
    said = turn[-MOST_CHARACTERS:]
    return "?" in said or _REQUESTING.search(said) is not None


def asked_in(turn: str) -> Asked | None:
    """What an agent's turn asks, in one of its last two sentences.

    None where it asks nothing, or more than one thing, or not of a state.

    Args:
        turn: what the agent said, verbatim.
    """
    said = turn[-MOST_CHARACTERS:]
    parts = [part for part in sentences(said) if part.says]
    texts = [_bare(said[part.start : part.end]) for part in parts]
    places = [n for n, part in enumerate(parts) if part.asks or texts[n].endswith("?")]
    if not places and texts and _REQUESTING.search(texts[-1]) is not None:
        return _requested(texts[-1])
    if len(places) != 1 or places[0] < len(parts) - 2:
        return None
    before, last = texts[places[0] - 1] if places[0] else "", texts[places[0]]
    if _CONFIRMS.search(last):
        return _declared(before)
    if _IT.search(last):
        return _named_in(before)
    stated = _TAGS.sub("", last)
    if stated != last:
        return _declared(stated)
    believed = _BELIEVING.sub("", last)
    if believed != last and (told := _declared(believed)) is not None:
        return told
    return _asked(_INQUIRING.sub("", last).rstrip(" ?"), last)


def _bare(sentence: str) -> str:
    """A sentence without marks of emphasis and what numbers it: *2. **Where do you live?***."""
    said: str = _NUMBERED.sub("", sentence)
    return said.strip(' *_>#`"“”')


_NUMBERED = re2.compile(r"(?i)^[\s*_>#•-]*(?:(?:step|question|q)? ?\d+(?: of \d+)?[.):]\s*)?")


_PLEASE = re2.compile(r"(?i),? please$")


def _declared(stated: str) -> Asked | None:
    """A statement that is asked about, without what only leads to it."""
    filed = _FILED.search(stated)
    if filed is not None:
        return declared(Question.of(f"{filed.group(2).rstrip(' .!')} is {filed.group(1)}"))
    return declared(Question.of(_BELIEVING.sub("", stated).rstrip(" .!:?,")))


def _requested(sentence: str) -> Asked | None:
    """*Please tell me your address.*, *Please let me know where you live.*."""
    asking = _INQUIRING.sub("", _PUT_DOWN.sub("", sentence)).rstrip(" .!:")
    return None if asking == sentence.rstrip(" .!:") else _asked(asking, sentence)


def _named_in(sentence: str) -> Asked | None:
    """What the last noun of the user's names in a sentence: *I have Pulse on file as your gym*."""
    question = Question.of_any(sentence.rstrip(" .!:"))
    if question is None:
        return None
    places = [n for n, x in enumerate(question.tokens) if x.lower == "your"]
    return of_noun(question, places[0]) if len(places) == 1 else None


def _asked(asking: str, sentence: str) -> Asked | None:
    """One question, by the word that it opens with.

    Args:
        asking: the question without what leads to it.
        sentence: the same as it was put.
    """
    asking = _PUT_DOWN.sub("", asking_part(_PLEASE.sub("", asking)))
    told = next((told for idiom, told in _IDIOMS.items() if idiom.search(asking_part(sentence).rstrip(" ?"))), None)
    if told is not None:
        return Asked((Gap(told),))
    asking = _CHOICES.sub(r"\1", asking)
    choice = _OR_IS_IT.sub("", asking)
    question = Question.of(choice)
    if question is None:
        return None
    first, second = question.tokens[:2]
    led = first.tag == t.PREP and second.lower in w.WH_WORDS
    if led or first.lower in w.WH_WORDS:
        told_of = sought(question, led=led)
    elif first.tag in t.AUXILIARY:
        told_of = polar(question)
    else:
        told_of = of_noun(question, 0) if is_noun(question) else declared(question)
    if told_of is None or (choice != asking and not told_of.gaps):
        return None
    if choice != asking:
        told_of = replace(told_of, holds="", fails="")
    lowers = [x.lower for x in question.tokens]
    past = not _PAST.isdisjoint(lowers) or bool(_BEFORE.search(question.when))
    return replace(told_of, past=past, open=not past and not _OF_THE_USER.isdisjoint(lowers))


_OF_THE_USER = frozenset({"you", "your"})
_PAST = frozenset("did was were had".split())
_BEFORE = re2.compile(r"(?i)\b(?:before|previously|originally|at first|back then)\b")
