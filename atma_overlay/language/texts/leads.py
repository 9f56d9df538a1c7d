"""Sentences that lead to a text: *is this phishing?*, *simplify for a child*, *patient note, what does PRN mean?*.

A request has an object. Where that is neither in the request nor anything the speaker has told, it is what stands
beside it in the turn, and what stands there was written to be read, by whomever. People ask about what they tell as
well: all of it is in doubt, so that it is noted and retires nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
_POLITE = rf"(?:(?:{_GROUPS['polite']})[,:!]? +)*"
_NOUN = rf"(?:{_GROUPS['documents']}|(?:{_GROUPS['texts']})s?|{_GROUPS['named_over']}|{_GROUPS['more_documents']})"
_WORK = rf"(?:{_GROUPS['rewrites']}|{_GROUPS['works_on_texts']})"
_JUDGED = rf"(?:{_GROUPS['styles']}|{_GROUPS['wording']}|{_GROUPS['said_of_texts']})"
_BEGINS = r"^[\W_]*(?:(?:so|well|ok|okay|and|also|next one|next|cheers|thanks)[, ]+)*"

_POINTS, _KEEPS, _ASKS, _COMES, _PRESENTS, _TEXTUAL, _WORKED, _UNOWNED, _TELLS = range(9)
_SIGNS = PatternSet(
    # what is meant is not in the sentence
    r"\b(?:this|these|the following|below|pasted|attached|each (?:line|one|of)|which (?:one|of (?:these|those|them))"
    rf"|(?:he|she|they)(?:['’]s)? (?:{_GROUPS['means_by_words']}))\b",
    # what a memory is asked to do with what its user tells
    rf"\b(?:{_GROUPS['keeps']})\b",
    # it asks
    r"\?|(?:^|[,;(–—-] ?|\b(?:and|but|or) )(?:[\W_]*)"
    rf"{_POLITE}(?:what|which|who|whose|how|why|is|are|am|does|do|did|should|any|thoughts|{_GROUPS['asks_for']}"
    rf"|{_GROUPS['reads']}|{_GROUPS['handles']}|{_WORK})\b|\b(?:feedback|thoughts|opinions?|comments?) on\b",
    # how it came to the speaker
    rf"\b(?:{_GROUPS['came_by']}|copied|pasted|says|said|asked)(?: \w+){{0,3}}? (?:this|these|the following)\b"
    rf"|\b(?:{_GROUPS['came_by']}|copied|pasted)(?: \w+){{0,5}}? below\b|\b(?:got|received)(?: back)?: ?$"
    rf"|\b(?:{_GROUPS['opens_with']}) with: ?$",
    # it is shown
    rf"\b(?:here['’]?s|here (?:is|are|goes|comes)|below is)\b(?: [\w'’-]+){{0,4}}? {_NOUN}\b"
    r"|\bhere['’]?s what (?:[\w'’-]+ ){1,4}(?:sent|wrote|texted|e-?mailed|posted|messaged|replied|answered|put)\b"
    r"|\b(?:found|seen|saw|spotted|came across|read) (?:this )?(?:on|in) (?:reddit|twitter|facebook|quora|tumblr|x"
    r"|instagram|(?:a|the|some) (?:forum|blog|thread|paper|newspaper|magazine|sub|subreddit))\b"
    rf"|{_BEGINS}(?:(?:this|these) (?:is|are|was|were) (?:the|his|her|their|my [\w-]+['’]s|[\w-]+['’]s)"
    rf"|see|look at|got|read) (?:[\w'’-]+ ){{0,4}}?{_NOUN}\b",
    # it speaks of texts, or of wording
    rf"\b(?:{_NOUN}|{_WORK}|{_JUDGED})\b",
    # it is asked for work on a text that it does not name
    rf"(?:{_BEGINS}|[,;] ){_POLITE}(?:{_WORK})(?:[\W_]*$|[,:]| (?:it|this|these|each|every|in|into|to|for|as|so|under"
    rf"|with|out|by|please|pls|more|less|{_NOUN})\b)"
    rf"|(?:{_BEGINS}|[,;] ){_POLITE}(?:make|turn|get) it\b(?: [\w'’-]+){{0,3}}? (?:{_JUDGED}|less|more|{_NOUN})\b"
    rf"|(?:{_BEGINS}){_POLITE}(?:give me|list|name|need|find|write|get)(?: [\w'’-]+){{0,3}}?"
    rf" (?:{_GROUPS['made_of_texts']})(?:[\W_]*$| (?:of|from|out of|for) (?:it|this|these)\b)"
    rf"|\b(?:how many|find|spot|mark|count|any|which)(?: (?:the|of|these|\w+er|\w+st|\d+|two|three|four|five)){{0,3}}?"
    rf" (?:{_GROUPS['words_about_words']})\b",
    # a text is named like a title, or as another's
    rf"{_BEGINS}(?:(?:two|three|some|old|new) )?(?:[\w'’/-]+ ){{0,2}}?{_NOUN}\b[^,:]{{0,50}}(?:,|[–—-] |\?$|: ?$)"
    rf"|(?:\b(?:his|her|their|the|of an?|on an?|at an?)|['’]s) (?:[\w-]+ ){{0,2}}?{_NOUN}\b",
    r"\b(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|my|our)\b",
)
_HINTS = PatternSet(
    r"(?i)\b(?:this|these|following|below|here['’]?s?|which)\b|\b(?:got|received|back|with): |\n\^",
    rf"(?i)\b(?:{_WORK}|{_NOUN}|{_JUDGED}|{_GROUPS['words_about_words']}|{_GROUPS['made_of_texts']})\b",
    rf"(?i)\b(?:he|she|they) (?:{_GROUPS['means_by_words']})\b",
    r"(?i)\b(?:found|seen|saw|spotted|came across|read) (?:on|in) ",
)
"""Without one of these nothing leads to a text."""
_POINTED_AT = re2.compile(
    r"\b(?:this|these)(?: (?P<what>\w+))?|\b(?:the following|below|pasted|attached|each|which|he|she|they)\b"
)
_TEXT_POINTED_AT = re2.compile(
    rf"\b(?:this|these)(?:[\W_]*$|[,;:)]| (?:{_GROUPS['behind_this']})\b|(?: [\w'’-]+){{0,2}}? (?:{_NOUN}|{_JUDGED})\b)"
    r"|\b(?:the following|below|pasted|attached|each (?:line|one|of)|which (?:one|of (?:these|those|them)))\b"
)
_SENT_THIS = re2.compile(
    r"\b(?:texted|sent|e-?mailed|messaged|wrote|forwarded|dm['’]?d|whatsapped)(?: (?:me|us|to me|to us))? this[.!:]?$"
)
"""*My friend texted me this.*: what follows is it."""
_CHOICE = re2.compile(
    r"\bwhich (?:one|of (?:these|those|them))(?: (?:is|are|was|would|should|do|does)\b|'s\b)[^,:]*[,:] ?"
    r"([^,:?]+(?:, [^,:?]+)*,? or [^,:?]+)\?"
)
"""*Which one is better, bus or tram?*: what is asked about stands in the request."""
_ACTED_ON = re2.compile(
    r"\b(?:this|these)(?: [\w'’-]+){1,4},? (?:and|so|which|but)(?: i| we)?(?: have|'ve)?"
    r" (?:(?:took|taken|accepted|signed|declined|rejected|kept|bought) (?:it|them|up)|accepted|said yes"
    r"|turned it down)\b"
)
"""*I got this job offer and took it*: what came is told of, and is no text that follows."""
_OF_THE_SPEAKER = frozenset(_GROUPS["of_the_speaker"].split("|"))
"""What *this* names when it is the speaker's own: *this week*, *this problem*."""
_ENDS = ".?!:…"
_CLOSES = ")\"”'’"
_ENCLOSED = (("```", "```"), ('"', '"'), ("“", "”"))
_MOST_WORDS = 30
"""Of a lead: what is longer tells something."""


def led_to(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that a sentence before or behind them leads to, in no order."""
    if not any(mark in text for mark in ("\n", ": ", ". ", "? ", "! ")) or not _HINTS.found_in(text):
        return
    lines = _lines(text)
    for number, (start, end) in enumerate(lines):
        place = _leads_on(text, start, end, last=number == len(lines) - 1)
        if place is not None and place < len(text):
            yield place, _end_of(text, place)
            break
    if len(lines) > 1 and _looks_back(text[slice(*lines[-1])]):
        yield 0, lines[-1][0]


def _end_of(text: str, place: int) -> int:
    """Where a text that opens with a fence or a quotation mark closes, at the end of a line; any other goes on."""
    begins = len(text) - len(text[place:].lstrip())
    for opens, closes in _ENCLOSED:
        at = begins + len(opens) if text.startswith(opens, begins) else -1
        while at >= 0 and (at := text.find(closes, at)) >= 0:
            at += len(closes)
            if text[at : at + 1] in {"", "\n"}:
                return at
    return len(text)


def _lines(text: str) -> list[Span]:
    lines, start = [], 0
    for line in text.split("\n"):
        if line and not line.isspace():
            lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines


def _sentences(text: str, start: int, end: int) -> list[Span]:
    """The sentences of a line; what stands before a colon is one of its own."""
    found, place = [], start
    for word in text[start:end].split(" "):
        place += len(word) + 1
        if word and word.rstrip(_CLOSES)[-1:] in _ENDS and word.rstrip(_CLOSES):
            found.append((start, place - 1))
            start = place
    return [*found, (start, end)] if start < end else found


def _leads_on(text: str, start: int, end: int, *, last: bool) -> int | None:
    """Where what a line leads to begins: behind its first lead, else None."""
    found = None
    told_behind = last
    for begins, ends in reversed(_sentences(text, start, end)):
        if ends >= len(text):  # nothing follows it
            told_behind = True
            continue
        said = text[begins:ends].strip().lower()
        held = _SIGNS.held_by(said)
        if _leads(said, held, alone=not told_behind):
            found = ends
        told_behind = told_behind or _TELLS in held
    return found


def _leads(said: str, held: Collection[int], *, alone: bool) -> bool:
    """Whether a sentence leads to a text.

    Args:
        said: the sentence, in lower case.
        held: the signs that it holds.
        alone: it stands on a line of its own, apart from what it may lead to; within one it has to speak of texts.
    """
    if not said or _KEEPS in held or len(said.split()) > _MOST_WORDS:
        return False
    if _POINTS in held and (_names_its_choice(said) or _ACTED_ON.search(said) is not None):
        return False
    if _WORKED in held or (_PRESENTS in held and (alone or said[-1] in ".:!")):
        return True
    textual = _TEXTUAL in held
    if _POINTS in held and (alone or textual):
        at_text = _points_at_text(said)
        asks = _ASKS in held and (at_text or (alone and _points_away(said, textual=textual)))
        if asks or (at_text and (_COMES in held or said[-1] == ":")):
            return True
    if (_COMES in held or _ASKS in held) and "the following" in said:
        return True
    if _COMES in held and (said[-1] == ":" or _SENT_THIS.search(said) is not None):
        return True
    return alone and textual and _UNOWNED in held and _ASKS in held


def _names_its_choice(said: str) -> bool:
    """Whether a question names what it chooses between, and that is no wording."""
    match = _CHOICE.search(said)
    return match is not None and _TEXTUAL not in _SIGNS.held_by(match.group(1))


def _looks_back(line: str) -> bool:
    """Whether the last line of a turn is about a text that stands before it."""
    said = line.strip().lower()
    held = frozenset(_SIGNS.held_by(said))
    if _KEEPS in held or len(said.split()) > _MOST_WORDS:
        return False
    if said[0] == "^" or _WORKED in held:
        return True
    points = _TEXTUAL in held and _POINTS in held and _points_at_text(said)
    return points and not held.isdisjoint((_ASKS, _COMES, _PRESENTS))


def _points_away(said: str, *, textual: bool) -> bool:
    """On a line of its own, *this* may be a text unless it names what is the speaker's, or a thing: *is this a …?*."""
    named = _OF_THE_SPEAKER if textual else _OF_THE_SPEAKER | {"a", "an", "the"}
    return any(m.group("what") not in named for m in _POINTED_AT.finditer(said))


def _points_at_text(said: str) -> bool:
    """Beside what the speaker tells, *this process* is of that; *this* alone, or *this letter*, may be a text."""
    return _TEXT_POINTED_AT.search(said) is not None
