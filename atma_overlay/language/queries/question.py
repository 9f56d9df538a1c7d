"""The part of a query that asks, without what the query takes for granted or waves aside, and its tense."""

from __future__ import annotations

import re
from typing import Literal

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.words import verb_lemma

Tense = Literal["past", "present", "none"]

_WH = "what|which|who|whom|whose|where|when|why|how"
_AUXILIARIES = (
    "is|are|am|was|were|do|does|did|has|have|had|can|could|should|shall|will|would|may|isn['’]t|don['’]t|doesn['’]t"
)
_REQUESTS = (
    "tell|give|show|list|name|find|pick|recommend|suggest|remind|quote|recite|repeat|trace|walk|go|search|"
    "summari[sz]e|please|i['’]d like"
)
_OPENER = rf"(?:(?:{_WH})(?:['’]s)?|{_AUXILIARIES}|{_REQUESTS}|(?:from|in|on|at|since|to|for) (?:{_WH}))\b"
_ASKS_LATER = re2.compile(rf"(?i)(?:,|:|\s[–—-])\s+((?:so\s+|then\s+|and\s+|but\s+|anyway,?\s+)?(?:{_OPENER}))")
_PLACES_IN_TIME = re2.compile(
    r"(?i)^(?:and\s+|so\s+|but\s+)?(?:in|on|at|during|when|while|before|after|back|until|till|from|between|by|as of|"
    r"up (?:to|until|till)|"
    r"as at|prior|going back|if (?:you|somebody|someone|anyone)(?:['’]d| had)|originally|initially|previously|"
    r"formerly|earlier|yesterday|last|over|throughout|around|once|"
    r"since\s+(?:last|this|yesterday)|"
    r"(?:\S+\s+){0,3}ago)\b"
)
_LAST_OF_A_LEAD = re2.compile(r"^.*[:;–—] ")
_ENDS_BEFORE = re2.compile(r"(?i)\b(?:before|until|till|prior to)(?: [^\s,;:]+){1,4}$|\b(?:clock|time|years) back$")
"""*Think of life before York: who was my dentist?*"""
_OPENS = re2.compile(rf"(?i)^(?:and\s+|so\s+|but\s+|then\s+)?(?:{_OPENER})")
_TRAILING_PREMISE = re2.compile(
    r"(?i)(?:,\s+(?:now(?:\s+that)?|as|because|since)\s+(?:i|we|he|she|it|they|you|my|our|the|(?-i:\p{Lu})\p{L}+)\b|"
    r",?\s+(?:given|seeing|considering)\s+(?:as|that|how)\s|,\s+(?:given|what with)\s).*$"
)
_LEADS = (
    r"(?:@\w+|[^\p{L}\p{N}]|\b(?:so|okay|ok|hey|hi|hello|and|but|btw|by the way|lol|please|also|well|hm+|sorry|wait"
    r"|actually|just curious|quick (?:q|question)|question|task)\b)+"
)
"""What only opens a query: *hey, …*, *quick question: …*, *🤔 …*."""
_ASKED_FOR = (
    r"(?:please\s+)?(?:(?:can|could|would|will) you\s+(?:please\s+)?)?"
    r"(?:remind me|tell me|look up|check|do you (?:know|remember|recall))[\s:,]+(?:of\s+|again\s+)?"
)
_WRAPPER = re2.compile(rf"(?i)^(?:{_LEADS}(?:{_ASKED_FOR})?|{_ASKED_FOR})((?:{_WH})\b.*)$")
_HELD = PatternSet(_OPENS.pattern, _TRAILING_PREMISE.pattern, _WRAPPER.pattern)
_OPENS_AT, _TRAILING_AT, _WRAPPER_AT = range(3)
_SENTENCE = re2.compile(r"(?:\b(?:(?i:mrs?|ms|dr|prof)|St)\.|[^.!?])+(?:[.!](?:\S[^.!?]*))*[.!?]*")
_WORD = re2.compile(r"[\p{L}\p{M}]+(?:['’][\p{L}]+)?")
_ASCII_WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)?")
"""The same for ASCII, where it reads in a fraction of the time; linear, since nothing follows what it repeats."""
_PAST_AUXILIARIES = frozenset({"was", "were", "did", "had", "wasn't", "weren't", "didn't", "hadn't"})
_PRESENT_AUXILIARIES = frozenset(_AUXILIARIES.replace("['’]", "'").split("|")) - _PAST_AUXILIARIES


def asking_part(query: str) -> str:
    """The question itself, with what follows it.

    Left out are sentences that only state something before the question, a leading premise (*Since I live in X,*), a
    trailing one (*, given that I ...*), what the query waves aside (*Not where I used to park,*) and *can you tell me*.
    A leading clause that only places the question in time stays: it decides which time is asked for.
    """
    sentences = sentences_of(" ".join(query.split()))
    asking = next((i for i, s in enumerate(sentences) if s.endswith("?")), 0)
    parts = [_without_premises(sentences[asking]), *sentences[asking + 1 :]] if sentences else []
    return " ".join(parts)


def sentences_of(text: str) -> list[str]:
    """The sentences of a query whose blanks are single."""
    body = text.rstrip("?")
    if body and not any(mark in body for mark in ".!?"):
        return [text]
    return [s.strip() for s in _SENTENCE.findall(text) if s.strip()]


def _without_premises(sentence: str) -> str:
    held = _HELD.held_by(sentence)
    if _OPENS_AT not in held:
        later = _ASKS_LATER.search(sentence)
        if later is not None and not _places_in_time(sentence[: later.start()], sentence[later.start(1) :]):
            sentence = sentence[later.start(1) :]
            held = _HELD.held_by(sentence)
    if _TRAILING_AT in held:
        sentence = _TRAILING_PREMISE.sub("?", sentence)
        held = _HELD.held_by(sentence)
    wrapped = _WRAPPER.search(sentence) if _WRAPPER_AT in held else None
    return wrapped.group(1) if wrapped is not None else sentence


def _places_in_time(lead: str, asked: str) -> bool:
    if _PLACES_IN_TIME.search(lead) is not None or _PLACES_IN_TIME.search(_LAST_OF_A_LEAD.sub("", lead)) is not None:
        return True
    return _ENDS_BEFORE.search(lead) is not None and tense(asked) == "past"


def tense(question: str) -> Tense:
    """The tense of a question by its first finite verb; a main verb only counts in the past (*Who captained ...*)."""
    words = _ASCII_WORD if question.isascii() else _WORD
    for found in words.finditer(question):
        word = found.group()
        lower = word.lower().replace("’", "'")
        if lower in _PAST_AUXILIARIES:
            return "past"
        if word == "May":
            continue
        if lower in _PRESENT_AUXILIARIES or lower.endswith(("'re", "'m", "'ve", "'ll")):
            return "present"
        if lower.endswith("'s"):
            behind = words.search(question, found.end())
            if lower[:-2] in _SHORTENED_BEFORE_IS or behind is None or _follows_is(behind.group().lower()):
                return "present"
            continue  # my manager's name in 2023
        if is_past_form(lower):
            return "past"
    return "none"


_SHORTENED_BEFORE_IS = frozenset(
    "what who where when why how which it he she that this there here everyone everybody someone somebody".split()
)
"""By what *'s* is a verb: behind a noun it is whose something is, as a rule."""


def _follows_is(word: str) -> bool:
    """Whether a word stands behind a shortened *is*, and not behind whose something is: *our site's hosted*."""
    return word in _BEHIND_IS or word.endswith("ing") or is_past_form(word)


_BEHIND_IS = frozenset(
    """a about already also always an at been down from gone here in just never no not now off on our out over
    really so still that the there too up very""".split()
)


def is_past_form(word: str) -> bool:
    """Whether a lower-case word is a verb in the past."""
    lemma = verb_lemma(word)
    return lemma is not None and lemma not in {word, "be"} and not word.endswith(("s", "ing"))
