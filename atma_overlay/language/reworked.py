"""Texts that the assistant is asked to work on: *proofread this*, *how do I say …*, *is this sentence right*."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from atma_overlay.language.headings import tells_of_oneself
from atma_overlay.language.pattern_set import PatternSet
from atma_overlay.language.tokens import Span

_POLITE = (
    r"(?:(?:please|pls|plz|kindly|hi|hey|hello|ok|okay|now|and|then|next|also|just|first|could you|can you|would you|"
    r"will you|can u|i(?:['’]d| would) like you to|i need you to|i want you to|help me(?: to)?|let['’]s|"
    r"you(?:['’]re| are) to|task|instructions?|prompt)[,:!]? +)*"
)
_STARTS = r"(?:^|[.!?:;\n][ \t]*|[-–—] )"
_REWRITES = (
    r"translate|proof-?read|rephrase|rewrite|re-write|reword|paraphrase|copy-?edit|spell-?check|grammar-?check|shorten|"
    r"punctuate|transcribe|condense|polish|tidy up|clean up|"
    r"(?:fix|correct|check|improve|review|edit) (?:the |my |any |for )?(?:grammar|spelling|wording|punctuation|"
    r"style|tone|typos|"
    r"mistakes|errors|english|tenses?|flow|phrasing)(?: (?:and|&|or) \w+)?"
)
_RESTYLES = (
    r"(?:make|turn) (?:this|it|that|the following|these) [^.:;!?\n]{0,40}?(?:formal|polite|casual|professional|"
    r"friendly|"
    r"friendlier|shorter|longer|concise|natural|better|simple|simpler|fluent|clear|clearer|funny|funnier|rhyme|"
    r"past tense|"
    r"present tense|third person|first person|passive|haiku|tweet|bullet points|headline|nicer|emojis?|slang|"
    r"pirate|emphatic)|"
    r"formali[sz]e|turn (?:each|all|these|this|it|them) into|give me \w+ more \w+ like"
)
"""What is as often asked of what the speaker tells, or of a thing."""
_READS = (
    r"summari[sz]e|sum up|tl;?dr|analy[sz]e|explain|classify|label|tag|parse|critique|grade|score|rate|simplify|"
    r"annotate|"
    r"diagram|count the \w+|count how many|how many (?:words|letters|syllables|characters|verbs|nouns|vowels|"
    r"commas)|ipa(?: for)?|phonetics|sentiment|"
    r"extract|identify|highlight|underline|spot|pull out|detect|tokeni[sz]e|interpret|decode"
)
_HANDLES = (
    r"edit|review|check|correct|improve|revise|format|reformat|convert|expand|complete|continue|fill in|comment on|"
    r"respond to|reply to|feedback on|thoughts on|opinions? on|comments? on|help with|mark"
)
"""What may be asked of anything: a text has to be named."""
_TEXT_NOUNS = (
    r"(?:text|sentence|paragraph|passage|phrase|line|e-?mail|mail|message|letter|note|post|tweet|caption|bio|blurb|"
    r"review|story|poem|excerpt|snippet|article|abstract|essay|quote|quotation|draft|cover letter|cv|resume|"
    r"résumé|profile|"
    r"transcript|chat|conversation|dialogue|dialog|log|email thread|thread|comment|statement|testimonial|lyrics?|verse|"
    r"translation|wording|copy|speech|summary|reply|answer|response|announcement|description|entry|ticket|report|"
    r"record|data|json|xml|yaml|csv|table|code|snippet|input|example|paragraphs?|intro|introduction|about page|"
    r"text message|homework|exercise|assignment|lines|bullets|chapter|scene|page)s?"
)
_DEICTIC = (
    rf"(?:this|these|the following|the below|(?:this|the|my|our|his|her|their|a|"
    rf"that)(?: [\w'’-]+){{0,3}} {_TEXT_NOUNS} below|"
    rf"(?:this|these|the following)(?: [\w'’-]+){{0,2}} {_TEXT_NOUNS})"
)
_ASKS = (
    rf"{_STARTS}{_POLITE}(?:(?:{_REWRITES}|{_READS})\b[^:\n]{{0,90}}|"
    rf"(?:{_HANDLES})\b[^:\n]{{0,60}}\b(?:{_TEXT_NOUNS}|this|these|the following|below)\b[^:\n]{{0,40}})"
)
_BEFORE_COLON = re2.compile(rf"(?i){_ASKS}:")
_RESTYLED = re2.compile(rf"(?i){_STARTS}{_POLITE}(?:{_RESTYLES})\b[^:\n]{{0,90}}[:.?!][ \t\n]")
_BEFORE_TEXT = re2.compile(
    rf"(?i){_STARTS}{_POLITE}(?:{_REWRITES}|summari[sz]e|tl;?dr|edit|correct|improve|check|parse|classify)\b"
    rf"(?: [\w'’-]+){{0,4}}? {_DEICTIC}\b[^.:!?\n]{{0,50}}[.!?]+[ \t]*(?:\n|$|[\"“'‘\p{{L}}])"
)
_BEFORE_BREAK = re2.compile(
    rf"(?i){_STARTS}{_POLITE}(?:(?:{_REWRITES})\b[^:\n]{{0,90}}|(?:{_READS}|"
    rf"{_HANDLES})\b[^:\n]{{0,60}}\b(?:{_TEXT_NOUNS}|this|"
    r"these|the following|below)\b[^:\n]{0,40})\n[ \t]*\n"
)
_OPTIONS = re2.compile(r"(?i)(?:^|\n)[ \t]*(?:[\w/ -]{2,24}, ){0,6}[\w/ -]{2,24},? or [\w/ -]{2,24}\?[ \t]*\n[ \t]*\n")
"""*Positive, negative or neutral?*"""
_TITLED = re2.compile(
    r"(?i)^[ \t]*(?:[\w'’\"“]+ ){0,3}?(?:excerpt|extract|chapter|lyrics|poem|haiku|scene|verse|transcript|letter|"
    r"e-?mail|diary|"
    r"dictation|script|monologue|essay|story|testimonial|quote)\b[^\n!?]{0,60}\n[ \t]*\n"
)
_FOR_SOMEBODY = re2.compile(
    r"(?i)\b(?:write(?: out| up)?|draft|type(?: up)?|polish|prepare) (?:my \w+['’]s|his|her|their|"
    r"\w+['’]s)(?: [\w-]+){0,3} "
    r"(?:speech|letter|e-?mail|mail|message|post|bio|toast|statement|application|profile|note|card|"
    r"reply)\b[^\n]{0,80}(?:\n|:)"
)
_SUCH_AS = re2.compile(
    r"(?i)\b(?:sentences?|phrases?|utterances?|messages?|texts?|inputs?|lines?|strings?|prompts?|"
    r"answers?),? (?:such as|like|e\.g\.|for example)"
    r"[ ,:][^?!\n]*"
)
_BACK = rf"(?:this|that|it|the above|what i (?:just )?wrote)(?: {_TEXT_NOUNS})?"
_BEHIND = re2.compile(
    rf"(?i)(?:^|[.!?:;,\n>\"”][ \t]*|[-–—] ?|\.\.\. ?){_POLITE}(?:(?:{_REWRITES}|parse|classify)\b(?: {_BACK})?"
    rf"|how (?:do|would|can|could|should) (?:i|you|we|one) (?:say|spell|translate|phrase) {_BACK}"
    rf"|(?:is|does|are) {_BACK}(?: \w+){{0,3}} (?:correct|grammatical|right|ok|okay|fine|idiomatic|natural|"
    rf"good english|"
    r"sound \w+|make sense))\b(?:,? (?:please|for me|thanks|thank you|properly|in(?:to)? \w+|to \w+|above|"
    r"or not))*[.!? ]*\s*$"
)
_OF_WORDING = (
    r"(?:metre|meter|rhyme(?: scheme)?|tenses?|tense slips|stanzas?|verses?|indentation|grammar|spelling|"
    r"punctuation|typos?|"
    r"translations?|subtitle|headline|caption|meme(?: format)?|wording|phrasing|syllables?|word count|idiomatic|"
    r"sentences?|"
    r"paragraphs?|poem|haiku|limerick|punchline|rhyming|monologue|dialogue|excerpt|passage|plot hole|point of view|"
    r"textbook|homework|novel|native speaker|fluent|grammatical)"
)
_ASKS_OF_WORDING = re2.compile(
    r"(?i)(?:^|[.!?\n→>-][ \t]*)(?:(?:and|so|ok|hey|hi|please|also)[, ]+)*(?:(?:what|which|does|do|is|are|"
    r"how|can|could|should|would|"
    rf"find|mark|name)\b[^.!?\n]{{0,60}}?\b(?:this|these|the (?:\w+ ){{0,2}}?(?:above|scene|line|page|poem|story|"
    rf"text)|it|each|the|any)"
    rf"\b[^.!?\n]{{0,40}}?\b{_OF_WORDING}\b[^.!?\n]{{0,80}}[.?!]*"
    rf"|(?:what|which|how many|whose) (?:\w+ )?{_OF_WORDING}\b[^.!?\n]{{0,80}}\?|how many (?:words|letters|"
    rf"characters)\b[^.!?\n]{{0,30}}\?"
    r"|give me [^.!?\n]{0,30}sentences like (?:this|these)\b[^.!?\n:]{0,40}[.:]"
    r"|(?:write|give|suggest|find|pick)(?: me)? (?:a|an|another|some|the|its) (?:subtitle|headline|caption|title|"
    r"tagline)s?\b[^.!?\n]{0,60}[.?!]*"
    r"|how would (?:this|that|it) (?:go|read|sound|look)\b[^.!?\n]{0,40}\?|does the scene [^.!?\n]{1,60}\?)"
)
_OF_LANGUAGE = re2.compile(
    r"(?i)[^.!?\n]*\b(?:(?:present|past|future) (?:perfect|continuous|simple|tense)|syllables?|metre|rhymes?|"
    r"chorus|stanzas?|puns?|"
    r"riddles?|haikus?|limericks?|dictation|duolingo|utterances?|regex|spelling|punctuation|grammar(?:ly)?|"
    r"idiomatic|pronunciation|"
    r"pronounced|double meaning|which tense|these lines|this verse|this sentence|this paragraph|these sentences|"
    r"translate the|"
    r"[abc][12] (?:level|class|exam|learners?)|level is [abc][12]|few-shot|training data|test set)\b[^.!?\n]*[.!?→:]*"
)
"""A sentence about language: those beside it may be what it is about."""
_TYPED_OFF = re2.compile(
    r"(?i)(?:^|[.!?\n][ \t]*)[^.!?\n]{0,40}\b(?:typed (?:off|up|out)|copied (?:off|from|out)|pasted from|"
    r"from a screenshot|ocr|off a screenshot)"
    r"\b[^.!?\n:]{0,60}(?:[:\n.])"
)
_TOLD_OF_ONESELF = re2.compile(r"(?i)\b(?:i|we|my|our)\b")
_REFERS_BACK = re2.compile(r"(?i)\b(?:this|that|it|above|wrote|grammar|spelling|wording|typos|mistakes|errors)\b")
_HOW_TO_SAY = re2.compile(
    r"(?i)\b(?:how (?:do|would|can|could|should) (?:i|you|we|one|they) (?:say|write|spell|pronounce|phrase|"
    r"translate|put)"
    r"|(?:is it|which is|what sounds|which sounds|which one is|what['’]s|what is|do (?:you|i|we) say|should (?:i|"
    r"it) (?:say|write|be)|can (?:i|you|one) say|is it (?:ok|okay|correct|right) to (?:say|write))"
    r" ?(?:more |the )?(?:right|correct|better|natural|proper|translation of|meaning of|difference between|"
    r"plural of|past tense of|"
    r"grammatical|idiomatic)?)[ :,][^.?!\n]{3,}?\?"
)
_SAYS_SO = re2.compile(
    r"(?i)\b(?:say|write|spell|pronounce|phrase|translate|put|right|correct|better|natural|proper|translation|"
    r"meaning|difference|"
    r"plural|past tense|grammatical|idiomatic)\b"
)
_ABOUT_A_SENTENCE = re2.compile(
    rf"(?i)\b(?:is|are|does|do|what(?:['’]s| is) wrong with) (?:this|these|the following|"
    rf"the) (?:{_TEXT_NOUNS})\b[^.!?\n:]{{0,60}}[?:]"
)
_CITED_INLINE = re2.compile(
    r"(?i)\b(?:the|this|that|following) (?:sentence|phrase|line|clause|expression|utterance|string|statement|"
    r"words|title|caption|text)"
    r"s?,? (?:I|we|my|our)\b[^.!?\n]*"
)
_FOR_EXAMPLE = re2.compile(
    r"(?i)\b(?:example|sample|test|model|dummy|placeholder|practice|practise|template|mock)[ -]?"
    r"(?:sentences?|inputs?|texts?|answers?|phrases?|messages?|data|prompts?|utterances?|dialogues?|cases?|"
    r"strings?)?\b[^.!?:\n]{0,60}:"
)

_HINTS = PatternSet(
    r"(?i)\b(?:excerpt|extract|chapter|lyrics|poem|haiku|dictation|feedback|thoughts|opinion|homework|speech|pun|"
    r"puns|riddle|chorus|"
    r"syllable|duolingo|utterance|regex|present|past|idiom|pronoun|double|positive|draft|such|like|or|verse|"
    r"scene|letter|diary|"
    r"monologue|essay|story|testimonial|quote|type|prepare|level|formali|"
    r"ipa\b|phonetic|sentiment|metre|meter|rhym|stanza|indentation|typo|subtitle|headline|"
    r"caption|meme|typed|copied|pasted"
    r"|screenshot|ocr\b|how many|how would|more|nicer|translat|proof-?read|rephras|re-?writ|reword|paraphras|"
    r"copy-?edit|spell|grammar|shorten|punctuat|transcri|condens|polish"
    r"|tidy|clean up|wording|typos|mistakes|errors|formal|polite|casual|professional|tense|summari|sum up|tl;?dr|"
    r"analy[sz]e|explain"
    r"|classify|pars|critique|grad|scor|simplif|annotat|extract|identify|highlight|edit|review|check|correct|"
    r"improve|revis|format"
    r"|convert|expand|complet|continu|fill in|sentence|phrase|say|write|right|which|sample|example|test|template|"
    r"input|practi[cs]e"
    r"|placeholder|dummy|mock|following|below|above|what|respond|reply|answer|compare|interpret|decode|list|find|"
    r"spot|label|tag|count"
    r"|rate|comment|read|tell|make|turn|title|caption|text|line|words|expression|clause|string|statement|utterance)"
)
"""Without one of these nobody asks for work on a text."""


def reworked(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that stand before or behind a request to work on them, in no order."""
    if not _HINTS.found_in(text):
        return
    for pattern in (
        _BEFORE_COLON, _BEFORE_BREAK, _ABOUT_A_SENTENCE, _FOR_EXAMPLE, _OPTIONS, _TITLED, _FOR_SOMEBODY,
    ):  # fmt: skip
        match = pattern.search(text)
        if match is not None:
            yield match.end(), close_of(text, match.end())
    match = _RESTYLED.search(text)
    if match is not None and tells_of_oneself(text, match.end()):
        yield match.end(), close_of(text, match.end())
    match = _BEFORE_TEXT.search(text)
    if match is not None and match.end() < len(text):
        yield match.end() - 1, len(text)
    match = _TYPED_OFF.search(text)
    if match is not None:
        yield match.end(), len(text)
    for match in _HOW_TO_SAY.finditer(text):
        if _SAYS_SO.search(match.group()):
            yield match.span()
    for pattern in (_CITED_INLINE, _SUCH_AS):
        yield from (m.span() for m in pattern.finditer(text))


def perhaps_reworked(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that may be what a question or a request beside them is about, in no order.

    People have their own mails proofread as well: what stands in them is doubted, not left out.
    """
    if not _HINTS.found_in(text):
        return
    match = _BEHIND.search(text)
    if match is not None and match.start() > 0 and _REFERS_BACK.search(match.group()):
        yield 0, match.start()
    for match in (*_ASKS_OF_WORDING.finditer(text), *_OF_LANGUAGE.finditer(text)):
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
