"""Headings of what is made up, dreamt, practised, set as a task or sung: *weird dream: …*, *word problem: …*.

Whoever says *I* there, it need not be the speaker. People head what they tell with such words as well: it is in doubt,
so that it is noted and retires nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.dictated import end_of_sentence
from atma_overlay.language.texts.headings import end_of_paragraph
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
_OPENS = r"(?i)(?:^|[\n.!?;])[ \t>*#•\"“(-]*"
_BEHIND = r"[\"”)]?(?: ?[–—-]+)?:[ \t\n]"
_WORD = r"[^\s.!?;:,]+"
_HEADED = (
    rf"{_OPENS}(?P<head>(?:[^\s.!?;:]+ ){{0,8}}?)(?P<kind>{_GROUPS['made_up']}|{_GROUPS['set_tasks']})"
    rf"(?P<after>(?:,? {_WORD}){{0,12}}?){_BEHIND}"
)
_PRACTISED = rf"(?:{_GROUPS['tongues']}|{_GROUPS['practised_things']})"
_NOW = (
    r"(?:practi[cs]ing|rehearsing|brushing up|(?:to|me|us|let['’]?s|you|we) (?:practi[cs]e|rehearse)"
    r"|homework (?:for|in))"
)
_BREAK = r"[.!:][ \t\n]"
_PRACTISING = (
    rf"{_OPENS}(?:(?:i['’]?m|i am|we['’]?re|we are|let me|let['’]?s|just|now|still) )*practi[cs](?:e|ing)"
    rf"(?: (?:please|again|time|now))?{_BEHIND}|{_OPENS}(?:story|fiction|fanfic){_BEHIND}"
    rf"|(?i)\b{_NOW}\b[^.!?\n:]{{0,40}}?\b{_PRACTISED}\b[^.!?\n:]{{0,40}}{_BREAK}"
    rf"|{_OPENS}(?:{_WORD} ){{0,3}}?{_PRACTISED} (?:practi[cs]e|exercises?|drills?|homework)"
    rf"(?: {_WORD}){{0,4}}?{_BREAK}"
)
"""*I'm practising: I live in …*, *I'm practising my Italian. I live in …*."""
_NUMBERED = rf"{_OPENS}(?:{_GROUPS['numbered_tasks']})[ #.]*\d+[a-z]?[.:)][ \t\n]"
"""*Problem 7. I live in …*: a task where something is to be found out."""
_SUNG = (
    rf"(?i)\b(?:who|which \w+|what (?:\w+ )?(?:band|singer|artist|rapper)) (?:{_GROUPS['sings']})\b"
    rf"|\b(?:{_GROUPS['sung_works']}) (?:that |which |where (?:he|she|they|it) )?(?:{_GROUPS['is_sung']})\b"
)
"""*Who sings I moved to …?*, *the song that goes …*."""
_ALL = (_HEADED, _NUMBERED, _PRACTISING, _SUNG)
_HEADINGS, _TASKS, _, _SONGS = range(len(_ALL))
_SIGNS = PatternSet(*_ALL)
_READ = [re2.compile(pattern) for pattern in _ALL]
_ASKED = re2.compile(rf"(?i)\b(?:{_GROUPS['asked_in_tasks']})\b")
_MAY_HOLD = PatternSet(
    rf"(?i)\b(?:{_GROUPS['made_up']}|{_GROUPS['set_tasks']}|{_GROUPS['numbered_tasks']}|{_GROUPS['sings']}"
    rf"|{_GROUPS['sung_works']}|story|fiction|fanfic|practi[cs]\w+|rehears\w+|brushing|exercises?|drills?)\b"
)
"""Without one of these words no text is made up, sung or set."""
_NEWS = frozenset("thanks thank thx sorry update re after since about regarding".split())
"""What opens a heading that only mentions a text: *thanks for the caption: …*."""
_DENIED = frozenset("no not isn't ain't never without hardly".split())
"""*And not a joke: …*: what is told is none."""
_GOES_ON = frozenset(
    """please pls plz idea ideas draft for about in of from on by with without like where first third as again here
    one two practice exercise question questions answer answers title line lines sentence sentences test set prompt
    version today yesterday last is was""".split()
)
"""What a kind of text goes on with in its heading: *poem, first person*, *dream about …*; a *dream job* is none."""


def perhaps_made_up(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that may be made up, sung or set as a task, in no order."""
    if not _MAY_HOLD.found_in(text):
        return
    for held in _SIGNS.held_by(text):
        done, until = 0, _last_asked(text) if held == _TASKS else len(text)
        for match in _READ[held].finditer(text):
            if not done <= match.end() <= until or (held == _HEADINGS and not _is_heading(match)):
                continue
            done = end_of_sentence(text, match.end()) if held == _SONGS else end_of_paragraph(text, match.end())
            yield match.end() - 1, done


def _last_asked(text: str) -> int:
    """Where the last question of a task begins; what is numbered behind it sets none."""
    return max((m.start() for m in _ASKED.finditer(text)), default=-1)


def _is_heading(match: Any) -> bool:
    """Whether it is the heading's own noun, and not a part of another's: *my dream job: …*."""
    head = match.group("head").lower().split()
    after = match.group("after").lower()
    first = after.split()[0].strip("(,") if after else ""
    if (head and head[0] in _NEWS) or not _DENIED.isdisjoint(x.replace("’", "'") for x in head):
        return False
    return after[:1] in {"", ","} or first in _GOES_ON or first.isdigit()
