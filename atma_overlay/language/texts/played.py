"""Roles that are played with the assistant, and practice: *you're the waiter*, *let's role-play*, *mock interview*.

They go on over the turns of a conversation until the user steps out: *let's stop here*, *back to my trip*. Which words
tell so is data (`framed.toml`).
"""

from __future__ import annotations

from datetime import timedelta

from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.language.texts.fiction import in_earnest
from atma_overlay.language.texts.weights import Weight
from atma_overlay.word_lists import read_wordings

__all__ = ["LONGEST_PAUSE", "OPENINGS", "play_after", "played_in"]

_GROUPS = read_wordings("framed.toml")
_THINGS = read_wordings("handed_over.toml")
_HEAD = (
    r"(?:^|[.!?…:;,\n–—])[^\p{L}\p{N}]*"
    rf"(?:(?:{_GROUPS['leads']}|thanks|thank you|great|cool|perfect|nice|cheers)[^\p{{L}}\p{{N}}]+)*"
)
_ASKS = (
    r"(?:let['’]?s|let us|can we|could we|shall we|can you|could you|will you|would you|help me(?: to)?|wanna|want to"
    r"|i(?:['’]d like| would like|['’]d love| want| need) (?:you )?to|i wanna|please)"
)
_ONE = r"(?:an? |the |my |our |your |some )(?:[\w'’-]+ ){0,2}?"
_CLOSED = r"\b(?:[^\w'’-]|$)"
_YOU = (
    r"you(?:['’]?re| are|['’]ll be| will be|['’]ll play| will play| be| play| act as| can be| can play| pretend to be)"
)
_ME = r"i(?:['’]?m| am|['’]ll be| will be|['’]ll play| will play| play| be| can be)"
_SIDE = rf"{_ONE}(?:{_GROUPS['sides']}){_CLOSED}"
_PLAYS = (
    rf"\b{_YOU}(?: now| going to be)? {_ONE}(?:{_GROUPS['roles']}){_CLOSED}|{_HEAD}you be (?:the|an?|my) \w",
    rf"{_HEAD}(?:{_ASKS} )?(?:act|pretend|talk to me|speak to me|answer|behave)"
    rf" (?:(?:as|like)(?: (?:if|though) you(?:['’]re| are| were))?"
    rf"|(?:that )?you(?:['’]re| are)|to be) {_ONE}(?:{_GROUPS['roles']}){_CLOSED}",
    rf"{_HEAD}(?:{_ASKS} )?(?:{_GROUPS['games']})\b|{_HEAD}role-?play(?:ing)?\W*(?:[:.!?\n–—-]|$)"
    rf"|{_HEAD}text adventure\b",
)
_OF = r"(?:(?:my|our|some|the|an?|a (?:bit|little) of|more|basic|business|everyday|job|speaking|for) )*"
_REHEARSES = (
    rf"{_HEAD}(?:{_ASKS} )?(?:(?:do|have|run|try|start) )?(?:an? |another |some )?"
    rf"(?:(?:{_GROUPS['rehearsals']})(?: (?:please|pls|with (?:you|me)|now)\b|\W*$|[.,:!?–—])"
    rf"|(?:{_GROUPS['interviewing']})\b)",
    rf"{_HEAD}(?:{_ASKS} )?(?:{_GROUPS['practises']}) {_OF}(?:{_THINGS['tongues']}|{_THINGS['practised_things']})\b",
)
_BOTH = (rf"\b{_YOU} {_SIDE}", rf"\b{_ME} {_SIDE}")
_ENDS = PatternSet(rf"{_HEAD}(?:{_ASKS} )?(?:{_GROUPS['ends_the_game']})")
_ALL = (*_PLAYS, *_REHEARSES, *_BOTH)
OPENINGS = "|".join(_ALL)
_SIGNS = PatternSet(*_ALL)
_YOURS, _MINE = len(_ALL) - 2, len(_ALL) - 1
LONGEST_PAUSE = timedelta(hours=2)
"""Between two turns of a game; who comes back later speaks of something else."""


def played_in(said: str, play: Weight) -> Weight:
    """How far a sentence, in lower case, is meant in the play that was on before it, or that it opens.

    *You're the doctor* alone opens none: *you're the doctor and I'm the patient* does.
    """
    if in_earnest(said) or (play and _ENDS.found_in(said)):
        play = Weight.MEANT
    held = _SIGNS.held_by(said)
    if not held:
        return play
    if held[0] < len(_PLAYS) or (_YOURS in held and _MINE in held):
        return Weight.UNMEANT
    return max(play, Weight.DOUBTED if held[0] < _YOURS else Weight.MEANT)


def play_after(text: str, play: Weight) -> Weight:
    """What play is on behind a turn of the user's.

    Args:
        text: the turn.
        play: what was on before it.
    """
    if not play and not _SIGNS.found_in(text.lower()):
        return play
    for part in sentences(text):
        play = played_in(text[part.start : part.end].lower(), play)
    return play
