"""Texts that the assistant is asked to work on: *proofread this*, *how do I say …*, *is this sentence right*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.headings import tells_of_oneself
from atma_overlay.language.texts.owners import PERSON
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("handed_over.toml")
_POLITE = rf"(?:(?:{_GROUPS['polite']})[,:!]? +)*"
_STARTS = r"(?:^|[.!?:;\n][ \t]*|[-–—] )"
_TEXT = rf"(?:{_GROUPS['texts']})s?"
_RESTYLES = (
    rf"(?:make|turn) (?:this|it|that|the following|these) [^.:;!?\n]{{0,40}}?(?:{_GROUPS['styles']})"
    r"|formali[sz]e|turn (?:each|all|these|this|it|them) into|give me \w+ more \w+ like"
)
"""What is as often asked of what the speaker tells, or of a thing."""
_DEICTIC = (
    rf"(?:this|these|the following|the below|(?:this|the|my|our|his|her|their|a|that)(?: [\w'’-]+){{0,3}} {_TEXT} below"
    rf"|(?:this|these|the following)(?: [\w'’-]+){{0,2}} {_TEXT})"
)


def _asking(alone: str, naming: str) -> str:
    """A request by one of the verbs that need no more, or by one of those that need the text named."""
    named = rf"(?:{_TEXT}|this|these|the following|below)"
    return (
        rf"(?i){_STARTS}{_POLITE}(?:(?:{alone})\b[^:\n]{{0,90}}"
        rf"|(?:{naming})\b[^:\n]{{0,60}}\b{named}\b[^:\n]{{0,40}})"
    )


_PUTS_INTO = (
    r"(?:put|change|turn|convert) (?:this|these|it|the following|each)(?: [\w-]+)? (?:into|to) (?:the |an? )?"
    rf"(?:{_GROUPS['styles']}|{_GROUPS['tongues']}|(?:past|present|future) tense"
    r"|(?:reported|direct|indirect) speech|your own words)"
)
_SEEKS_WORDS = (
    r"(?:find|underline|circle|name|identify|spot|count|mark|list|give)(?: me)? (?:the|all|every|each)"
    r"(?: [\w-]+){0,2}?"
    rf" (?:{_GROUPS['words_about_words']}|{_GROUPS['wording']})|fill (?:in )?the (?:gaps?|blanks?)"
    rf"|(?:{_GROUPS['tongues']}) (?:to|into|->|→|for) (?:{_GROUPS['tongues']})"
)
"""*Find the verb: …*, *fill the gap: …*, *English to Latin: …*."""
_BEFORE_COLON = re2.compile(
    _asking(f"{_GROUPS['rewrites']}|{_GROUPS['reads']}|{_PUTS_INTO}|{_SEEKS_WORDS}", _GROUPS["handles"]) + ":"
)
_BEFORE_BREAK = re2.compile(_asking(_GROUPS["rewrites"], f"{_GROUPS['reads']}|{_GROUPS['handles']}") + r"\n[ \t]*\n")
_NAMES_ITS_TEXT = re2.compile(
    rf"(?i){_STARTS}{_POLITE}(?:{_GROUPS['rewrites']}) (?:the (?:words?|phrase|sentence) )?[\"“'‘][^\"”\n]+[\"”'’]"
)
"""*Translate "hello" into Dutch: …*: what stands behind the colon is no more of it."""
_RESTYLED = re2.compile(rf"(?i){_STARTS}{_POLITE}(?:{_RESTYLES})\b[^:\n]{{0,90}}?(?:[:.?!][ \t\n]| [–—-]+ )")
_LATER = re2.compile(r"(?i)\b(?:later|tomorrow|tonight|soon|another time|next \w+|when|once|after)\b")
"""*Summarise this article for me later*: it does not stand here yet."""
_BEFORE_TEXT = re2.compile(
    rf"(?i){_STARTS}{_POLITE}(?:{_GROUPS['rewrites']}|summari[sz]e|tl;?dr|edit|correct|improve|check|parse|classify)\b"
    rf"(?: [\w'’-]+){{0,4}}? {_DEICTIC}\b[^.:!?\n]{{0,50}}[.!?]+[ \t]*(?:\n|$|[\"“'‘\p{{L}}])"
)
_OPTIONS = re2.compile(
    r"(?i)(?:^|\n)[ \t]*(?:[\w/ -]{2,24}, ){0,6}[\w/ -]{2,24},? or [\w/ -]{2,24}\?[ \t]*\n[ \t]*\n"
    r"|\b(?:which|what)(?: one| sentence| version| of these)? (?:is|are|sounds?|reads?) (?:the )?(?:more |most )?"
    r"(?:grammatically )?(?:correct|grammatical|natural|idiomatic)(?: \w+){0,3}[?:][ \t]*\n"
)
"""*Positive, negative or neutral?*, *which one is correct?*"""
_TITLED = re2.compile(rf"(?i)^[ \t]*(?:[\w'’\"“]+ ){{0,3}}?(?:{_GROUPS['titles']})\b[^\n!?]{{0,60}}\n[ \t]*\n")
_FOR_SOMEBODY = re2.compile(
    r"(?i)\b(?:write|draft|create|compose|make|polish)(?: me)? (?:an?|the|this|another)(?: [\w-]+){0,3}?"
    r" (?:bio|biography|profile|personal statement|cv|résumé|resume|linkedin \w+) (?:for|of) (?:him|her|them|someone"
    rf"|somebody|(?:my|our) (?:\w+ )?{PERSON}|(?-i:\p{{Lu}}[\p{{L}}'’.-]+ \p{{Lu}}[\p{{L}}'’.-]+))\b[^\n:]{{0,60}}?"
    r"(?:\n|:|,? e\.g\.,?)|"
    r"(?i)\b(?:write(?: out| up)?|draft|type(?: up)?|polish|prepare)"
    r" (?:my \w+['’]s|his|her|their|\w+['’]s)(?: [\w-]+){0,3}"
    rf" (?:{_GROUPS['written_for_others']})\b[^\n]{{0,80}}(?:\n|:)"
)
_SUCH_AS = re2.compile(rf"(?i)\b(?:{_GROUPS['examples']}),? (?:such as|like|e\.g\.|for example)[ ,:][^?!\n]*")
_BACK = rf"(?:this|that|it|the above|what i (?:just )?wrote)(?: {_TEXT})?"
_BEHIND = re2.compile(
    rf"(?i)(?:^|[.!?:;,\n>\"”][ \t]*|[-–—] ?|\.\.\. ?){_POLITE}"
    rf"(?:(?:{_GROUPS['rewrites']}|parse|classify)\b(?: {_BACK})?"
    rf"|how (?:do|would|can|could|should) (?:i|you|we|one) (?:say|spell|translate|phrase) {_BACK}"
    rf"|what (?:does|do) (?:this|that|these) (?:{_TEXT}|clause|term|idiom|expression) (?:mean|say)"
    r"|is (?:this|that|it) an? (?:\w+ )?(?:title|name|opening|opener|caption|headline|slogan|tagline|hook|line)"
    rf"|(?:is|does|are) {_BACK}(?: \w+){{0,3}}"
    r" (?:correct|grammatical|right|ok|okay|fine|idiomatic|natural|good english|sound \w+|make sense))\b"
    r"(?:,? (?:please|for me|thanks|thank you|properly|in(?:to)? \w+|to \w+|above|or not"
    r"|for (?:an?|my|the) \w+))*[.!? ]*\s*$"
)
_NEWS_TO_SAY = re2.compile(
    r"(?i)\b(?:i|we)(?:['’]ve| have)? (?:just|only just|recently) [^.!?;:\n\"“”]{1,60}, (?:and |so |but )?how"
    r" (?:do|would|can|should) (?:i|we) (?:say|tell|put) (?:that|it)\b[^.!?\n]*\?\W*$"
)
"""*I just moved to Lyon, how do I say that in French?*: news, and how to tell it."""
_OF_WORDING = rf"(?:{_GROUPS['wording']})"
_ASKS_OF_WORDING = re2.compile(
    r"(?i)(?:^|[.!?\n→>-][ \t]*)(?:(?:and|so|ok|hey|hi|please|also)[, ]+)*"
    r"(?:(?:what|which|does|do|is|are|how|can|could|should|would|find|mark|name)\b[^.!?\n]{0,60}?"
    r"\b(?:this|these|the (?:\w+ ){0,2}?(?:above|scene|line|page|poem|story|text)|it|each|the|any)"
    rf"\b[^.!?\n]{{0,40}}?\b{_OF_WORDING}\b[^.!?\n]{{0,80}}[.?!]*"
    rf"|(?:what|which|how many|whose) (?:\w+ )?{_OF_WORDING}\b[^.!?\n]{{0,80}}\?"
    r"|how many (?:words|letters|characters)\b[^.!?\n]{0,30}\?"
    r"|give me [^.!?\n]{0,30}sentences like (?:this|these)\b[^.!?\n:]{0,40}[.:]"
    r"|(?:write|give|suggest|find|pick)(?: me)? (?:a|an|another|some|the|its)"
    r" (?:subtitle|headline|caption|title|tagline)s?\b[^.!?\n]{0,60}[.?!]*"
    r"|how would (?:this|that|it) (?:go|read|sound|look)\b[^.!?\n]{0,40}\?|does the scene [^.!?\n]{1,60}\?)"
)
_OF_LANGUAGE = re2.compile(rf"(?i)[^.!?\n]*\b(?:{_GROUPS['language']})\b[^.!?\n]*[.!?→:]*")
"""A sentence about language: those beside it may be what it is about."""
_BARE = re2.compile(
    rf"(?i){_STARTS}{_POLITE}(?:(?:{_GROUPS['rewrites']}|conjugate)(?: (?:in)?to (?:\w+ )?\w+)?|what(?: is|['’]s|s)) "
    r"(?:I|we)(?:['’]\w+)? \p{L}[^.!?\n]*"
)
"""*Paraphrase I quit my job*, *translate into Dutch I moved to …*, *what is I moved to … in German*."""
_MAKES_ONE = re2.compile(
    r"(?i)^\W*(?:(?:please|and|now|so|then|can you|could you|would you) )*(?:write|compose|make|create|give)"
    r"(?: me| us)?(?: up)? (?:an?|another|some|one) (?:[\w-]+ ){0,3}?(?:poem|haiku|limerick|sonnet|riddle|pun|rhyme"
    r"|verse|song)s? (?:about|for|on|with) [^.!?:\n]*[.!?]*$"
)
"""*Write a sad haiku about it*: what is asked for is to be made, and no text stands beside it."""
_TYPED_OFF = re2.compile(
    r"(?i)(?:^|[.!?\n][ \t]*)[^.!?\n]{0,40}"
    r"\b(?:typed (?:off|up|out)|copied (?:off|from|out)|pasted from|from a screenshot|ocr|off a screenshot)"
    r"\b[^.!?\n:]{0,60}(?:[:\n.])"
)
_TOLD_OF_ONESELF = re2.compile(r"(?i)\b(?:i|we|my|our)\b")
_REFERS_BACK = re2.compile(r"(?i)\b(?:this|that|it|above|wrote|grammar|spelling|wording|typos|mistakes|errors)\b")
_HOW_TO_SAY = re2.compile(
    r"(?i)\b(?:how (?:do|would|can|could|should) (?:i|you|we|one|they)"
    r" (?:say|write|spell|pronounce|phrase|translate|put)"
    r"|(?:is it|which is|what sounds|which sounds|which one is|what['’]s|what is|do (?:you|i|we) say"
    r"|should (?:i|it) (?:say|write|be)|can (?:i|you|one) say|is it (?:ok|okay|correct|right) to (?:say|write))"
    rf" ?(?:more |the )?(?:{_GROUPS['said_rightly']})?)[ :,][^.?!\n]{{3,}}?\?"
)
_SAYS_SO = re2.compile(rf"(?i)\b(?:{_GROUPS['shows_how_to_say']})\b")
_ABOUT_A_SENTENCE = re2.compile(
    r"(?i)\b(?:is|are|does|do|what(?:['’]s| is) wrong with) (?:this|these|the following|the)"
    rf" (?:{_TEXT})\b[^.!?\n:]{{0,60}}[?:]"
    rf"|(?i)\b(?:is|was|are) (?:this|these|the following)(?: {_TEXT})? (?:ai|chatgpt|gpt|machine|human|bot)[ -]"
    r"?(?:written|generated|made|authored)[^.!?\n:]{0,20}[?:]"
)
_CITED_INLINE = re2.compile(rf"(?i)\b(?:the|this|that|following) (?:{_GROUPS['cited']})s?,? (?:I|we|my|our)\b[^.!?\n]*")
_FOR_EXAMPLE = re2.compile(rf"(?i)\b(?:{_GROUPS['sample']})[ -]?(?:{_GROUPS['sampled']})?\b[^.!?:\n]{{0,60}}:")

_BEFORE_SET_OFF = (_BEFORE_COLON, _BEFORE_BREAK, _FOR_EXAMPLE, _OPTIONS, _TITLED, _FOR_SOMEBODY)
"""What stands before a colon or the end of a line."""
_HINTS = PatternSet(rf"(?i)\b(?:{_GROUPS['hints']})", rf"(?i)\b(?:{_GROUPS['tongues']}) (?:to|into|->|→|for)")
"""Without one of these nobody asks for work on a text."""


def asks_for_work(text: str) -> bool:
    """Whether a text may ask for work on a text: what is in none that does not is not looked for."""
    return _HINTS.found_in(text)


def reworked(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that stand before or behind a request to work on them, in no order.

    Args:
        text: one that `asks_for_work`.
    """
    set_off = ":" in text or "\n" in text
    for pattern in (_ABOUT_A_SENTENCE, *(_BEFORE_SET_OFF if set_off else ())):
        match = pattern.search(text)
        if match is not None and not _NAMES_ITS_TEXT.search(match.group()):
            yield match.end(), close_of(text, match.end())
    match = _RESTYLED.search(text)
    if match is not None and tells_of_oneself(text, match.end()):
        yield match.end(), close_of(text, match.end())
    match = _BEFORE_TEXT.search(text)
    if match is not None and match.end() < len(text) and not _LATER.search(match.group()):
        yield match.end() - 1, close_of(text, match.end() - 1)
    match = _TYPED_OFF.search(text)
    if match is not None:
        yield match.end(), len(text)
    for match in _HOW_TO_SAY.finditer(text):
        if _SAYS_SO.search(match.group()):
            yield match.span()
    for pattern in (_CITED_INLINE, _SUCH_AS, _BARE):
        yield from (m.span() for m in pattern.finditer(text))


def perhaps_reworked(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that may be what a question or a request beside them is about, in no order.

    People have their own mails proofread as well: what stands in them is doubted, not left out.

    Args:
        text: one that `asks_for_work`.
    """
    match = _BEHIND.search(text)
    told = match is not None and _NEWS_TO_SAY.search(text[: match.end()]) is not None
    if match is not None and match.start() > 0 and not told and _REFERS_BACK.search(match.group()):
        yield 0, match.start()
    for match in (*_ASKS_OF_WORDING.finditer(text), *_OF_LANGUAGE.finditer(text)):
        if _MAKES_ONE.search(match.group()):
            continue
        if text[match.end() : match.end() + 1] == "\n" or not _TOLD_OF_ONESELF.search(match.group()):
            yield 0, match.start()
            yield match.end(), len(text)


_QUOTES = {'"': '"', "“": "”", "«": "»", "‘": "’", "'": "'"}


def close_of(text: str, start: int) -> int:
    """Where the material that starts there ends: at its closing quotation mark, else with the text."""
    opened = start + len(text[start:]) - len(text[start:].lstrip())
    mark = _QUOTES.get(text[opened : opened + 1])
    closed = text.find(mark, opened + 1) if mark is not None else -1
    return closed + 1 if closed >= 0 else len(text)
