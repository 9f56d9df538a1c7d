"""What an agent asks, as the user would tell it: a statement with a gap, and what a yes or a no makes of it.

*Where do you live now?* has the gap *I live in … now*; *Do you still live in Leeds?* holds as *I still live in Leeds*,
fails as *I don't live in Leeds any more*, and has the gap *I live in …* for whoever answers with another place.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.answers.parts import Asked, Gap, Question
from atma_overlay.language.answers.sought import sought
from atma_overlay.language.answers.weighed import declared, polar
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.language.queries.question import asking_part

MOST_CHARACTERS = 1_500
"""Of an agent's turn, from its end: what it asks stands there."""
_TAGS = re2.compile(
    r"(?i)(?:[,–—-]\s*|\s)(?:right|correct|yes|yeah|true|am i right|is that (?:right|correct|so)"
    r"|(?:are|do|is|have|does)n['’]t (?:you|it|he|she|they))\s*\?$"
)
"""What makes a question of a statement: *You live in Leeds, right?*"""
_CONFIRMS = re2.compile(
    r"(?i)^(?:and |so )?(?:is (?:that|this|it)(?: still)? (?:right|correct|true|so|the case|accurate)|right|correct"
    r"|am i right|does that (?:still )?(?:sound right|hold))\s*\?$"
)
"""What asks whether the sentence before it is so."""
_INQUIRING = re2.compile(
    r"(?i)^(?:and |so |great,? |thanks[,!]? |ok(?:ay)?,? )*"
    r"(?:(?:(?:can|could|would|may|might) (?:you|i)(?: please| quickly)*|please|do you mind)?,? *"
    r"(?:tell(?:ing)? me|remind(?:ing)? me|ask(?: you)?|confirm(?:ing)?(?: that| whether| if)?|know"
    r"|shar(?:e|ing)(?: with me)?|let me know)|out of curiosity|just to (?:confirm|check|be sure)"
    r"|i(?: was|['’]m)? (?:just )?wonder(?:ing)?|i(?:['’]d| would) (?:like|love) to know)[,:]? +"
)
"""What only leads to a question: *can you tell me where you live*, *just to confirm, you live in Leeds?*"""
_IDIOMS = {
    re2.compile(r"(?i)^(?:and |so |now,? )?what (?:should|can|may|shall|do) i call you$"): "My name is ",
    re2.compile(r"(?i)^(?:and |so |now,? )?what do you do(?: for (?:work|a living|a job))?$"): "My job is ",
}
"""Questions whose words do not tell what they ask for, and what their answer states."""


def asked_in(turn: str) -> Asked | None:
    """What an agent's turn asks, in one of its last two sentences.

    None where it asks nothing, or more than one thing, or not of a state.

    Args:
        turn: what the agent said, verbatim.
    """
    said = turn[-MOST_CHARACTERS:]
    parts = sentences(said)
    places = [n for n, part in enumerate(parts) if part.asks and part.says]
    if len(places) != 1 or places[0] < len(parts) - 2:
        return None
    texts = [said[part.start : part.end] for part in parts[: places[0] + 1]]
    if _CONFIRMS.search(texts[-1]):
        return declared(Question.of(texts[-2].rstrip(" .!:"))) if len(texts) > 1 else None
    stated = _TAGS.sub("", texts[-1])
    if stated != texts[-1]:
        return declared(Question.of(stated))
    asking = asking_part(_INQUIRING.sub("", texts[-1])).rstrip(" ?")
    told = next((told for idiom, told in _IDIOMS.items() if idiom.search(asking)), None)
    return _asked(asking) if told is None else Asked((Gap(told),))


def _asked(asking: str) -> Asked | None:
    """One question, by the word that it opens with."""
    question = Question.of(asking)
    if question is None:
        return None
    first, second = question.tokens[:2]
    led = first.tag == t.PREP and second.lower in w.WH_WORDS
    if led or first.lower in w.WH_WORDS:
        return sought(question, led=led)
    return polar(question) if first.tag in t.AUXILIARY else declared(question)
