"""Others' words behind a colon: *Sam wrote me: I moved*, *their blog post reads: we moved*, *a tweet I saw: …*."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from atma_overlay.language.headings import tells_of_oneself
from atma_overlay.language.tokens import Span

_SAYING = (
    r"wrote|writes|texted|texts|e-?mailed|emails|messaged|dm(?:['’]?e?)d|posted|posts|tweeted|tweets|replied|"
    r"replies|answered|"
    r"answers|commented|announced|announces|said|says|sang|sings|reads|read|goes|went like|told (?:me|us|"
    r"him|her|them)|"
    r"whispered|shouted|added|quoted|quotes|asked (?:me|us) to (?:\w+ ){1,4}?\w+|begins|starts|opens|ends|states|"
    r"stated|claims|"
    r"claimed|reported|reports|confessed|explained|is like|was like|sent (?:me|us|this)|left (?:me|us)(?: \w+){0,3}|"
    r"wanted me to (?:\w+ ){1,4}?\w+|captioned(?: it)?|titled(?: it)?|signed(?: it)?|put it"
)
_SAID = re2.compile(
    rf"(?i)(?:^|[.!?;\n][\"”)]? *|, (?:and |but )?)(?P<whose>[^.!?;:\n]{{1,80}}?)\b(?:{_SAYING})"
    r"(?: (?:me|us|back|to me|to us|this|that|the following|today|yesterday|this morning|last night|again|online|"
    r"in \w+|on \w+|"
    r"in the \w+|on the \w+|in their \w+|in (?:his|her) \w+))*:"
)
_FIRST_PERSON = re2.compile(
    r"(?i)(?:^|[\s,])(?:(?:i|we)\b(?:['’]\w+)?(?: \w+){0,3}|(?:should|could|might|must) have(?: \w+)?) *$"
)
_TEXTS = (
    r"tweets?|toots?|lyrics?|verses?|poems?|haikus?|limericks?|captions?|headlines?|slogans?|mottos?|templates?|bios?|"
    r"changelogs?|release notes|patch notes|commit messages?|logs?|journals?|diary|diaries|transcripts?|"
    r"excerpts?|snippets?|"
    r"quotations?|quotes?|proverbs?|jokes?|riddles?|memes?|fortune cookies?|horoscopes?|testimonials?|reviews?|"
    r"blog posts?|posts|"
    r"articles?|novels?|stories|story|songs?|scripts?|scenes?|screenplays?|dialogues?|dialogs?|subtitles?|"
    r"captions?|drafts?|"
    r"cover letters?|letters?|e-?mails?|text messages?|voicemails?|voice messages?|threads?|tickets?|"
    r"bug reports?|surveys?|"
    r"questionnaires?|quiz(?:zes)?|exams?|flash ?cards?|vocab(?:ulary)?|grammar|exercises?|homework|test inputs?|"
    r"inputs?|fixtures?|"
    r"unit tests?|payloads?|docs|documentation|readme|faq|wiki|page|website|site|brochure|leaflet|press releases?|"
    r"statements?|speech(?:es)?|interviews?|podcasts?|trailers?|ads?|adverts?|listings?|profiles?|status(?:es)?|"
    r"dreams?|voicemails?|notes from (?:\w+ ){0,3}interview(?: \w+){0,3}|(?:her|his|their) (?:own )?words|"
    r"candidate \w+|applicant \w+|respondent \w+|ocr output|"
    r"graffiti|sticky notes?|postcards?|telegrams?|cards?|signs?|tattoos?|bumper stickers?|t-shirts?|mugs?|"
    r"first lines?|opening lines?|last lines?|lines?|characters?|protagonists?|narrators?|heroes|hero|heroines?|"
    r"scenarios?|personas?|"
    r"sentences?|paragraphs?|phrases?|wordings?|versions?|one (?:answer|reply|response|comment)|answers?|"
    r"repl(?:y|ies)|responses?|comments?"
)
_OWNED = (
    r"(?:a|an|the|this|that|these|those|his|her|their|its|your|another|one|some|old|\w+['’]s?|"
    r"my (?:\w+ )?(?:friend|boss|mum|mom|dad|"
    r"sister|brother|colleague|neighbou?r|client|customer|manager|teammate|roommate|flatmate|cousin|uncle|aunt|"
    r"partner|wife|"
    r"husband|son|daughter)['’]s)"
)
_TEXT_OF = re2.compile(
    rf"(?i)(?:^|[.!?;\n][\"”)]? *|\b(?:from|in|per|quoting|citing|of|for|with|here['’]s|here is|is|was|got|saw|"
    rf"found|heard) )"
    rf"(?:{_OWNED} )(?:[\w'’-]+ ){{0,4}}?(?:{_TEXTS})\b(?P<tail>[^.!?;:\n]{{0,40}}):"
)
_BARE_TEXT = re2.compile(
    r"(?i)(?:^|[.!?;\n][\"”)]? *)(?:[\w,'’]+ ){0,3}?(?:lyrics?|quote(?: of the day)?|changelog|release notes|"
    r"patch notes|commit message|transcript|"
    r"excerpt|dream(?: journal| diary)?|horoscope|headline|slogan|template|test input|input|blog post|"
    r"press release|interview answer|"
    r"cover letter|draft|testimonial|review|joke|proverb|scenario|persona|character|dialogue|scene|subtitles?|"
    r"survey|quiz|"
    r"flash ?card|exercise|homework|bug report|voicemail|ocr(?: output)?|screenshot|candidate|applicant|"
    r"respondent|participant|interviewee|her words|his words|their words|notes from|ticket|bio|poem|haiku|"
    r"limerick|song|verse)\b(?P<tail>[^.!?;:\n]{0,30}):"
)

_ATTACHED = re2.compile(
    r"(?i)\b(?:here(?:['’]s| is| are)|this is|below is|attached is|i (?:got|received|copied|pasted|found|saw)|"
    r"found|saw) "
    r"[^:\n.!?]{0,60}\b(?:(?:e-?)?mail|message|letter|text|note|post|tweet|article|transcript|chat|log|document|"
    r"reply|quote|"
    r"draft|essay|paragraph|passage|excerpt|snippet|dialogue|script|sentence|example)s?\b[^:\n.!?]{0,60}:"
)
_SOMETHING_LIKE = re2.compile(
    r"(?i)\b(?:something (?:like|along the lines of)|along the lines of|goes like|sounds like|words like)(?: this)?:"
)

_TOLD_OF = re2.compile(
    r"(?i)\bof (?:my|our)\b|\b(?:is|are|was|were|has|have|had|does|did|do|ca|wo|will|would|can|could|got|makes?|"
    r"made)(?:n['’]t)? +\S"
)
"""*The ticket is nonsense: …*: the text is spoken of, not cited."""

_MINE = re2.compile(r"(?i)^\W*(?:my|our|i|we|i['’]m|we['’]re)\b")
_HEAD = 40


def voiced(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that stand behind a colon and are others' words, in no order.

    What stands on the line of the colon is meant, else all that follows.
    """
    if ":" not in text:
        return
    for match in _SAID.finditer(text):
        if not _FIRST_PERSON.search(match.group("whose")) and not _is_quoted(text, match.end()):
            yield match.end(), _end(text, match.end())
    for pattern in (_TEXT_OF, _BARE_TEXT):
        for match in pattern.finditer(text):
            cited = not _TOLD_OF.search(match.group("tail")) and not _mine(text, match.start())
            cited = cited and not _is_quoted(text, match.end())
            if cited and (text[match.end() : match.end() + 1] == "\n" or tells_of_oneself(text, match.end())):
                yield match.end(), _end(text, match.end())
    for pattern in (_ATTACHED, _SOMETHING_LIKE):
        found = (m.end() for m in pattern.finditer(text))
        yield from ((place, _end(text, place)) for place in found if not _is_quoted(text, place))


def _mine(text: str, place: int) -> bool:
    """*My setup for the podcast: …*: a heading of the speaker's own, whatever stands in it."""
    begins = max(text.rfind(mark, 0, place + 1) for mark in "\n.!?") + 1
    return _MINE.search(text[begins : place + _HEAD]) is not None


def _is_quoted(text: str, place: int) -> bool:
    """Whether quotation marks open there: what they hold is a value, and states nothing by itself."""
    return text[place : place + 3].lstrip()[:1] in {'"', "“"}


def _end(text: str, start: int) -> int:
    rest = text.find("\n", start)
    if rest < 0:
        return len(text)
    return rest if text[start:rest].strip() else len(text)
