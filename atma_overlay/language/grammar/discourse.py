"""Words that place a sentence in the talk or in the present, and say nothing of what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay import re2
from atma_overlay.kept import kept, kept_short
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.sentences import Sentence
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.tokens import Token

_BEGINNERS = w.SUBJECT_PRONOUNS | w.POSSESSIVES | w.DETERMINERS | w.PREPOSITIONS

_INTERJECTIONS = (
    r"oh|ah|aha|ooh|hey|hm+|um|uh|well|anyway|anyways|ok|okay|right|so|yeah|yep|yes|also|plus|besides|btw|fyi|random"
    r"|randomly|incidentally|honestly|frankly|anyhow|meanwhile|funnily|curiously|interestingly|funny|unrelated|mind you"
)
_ASIDES = (
    r"by the way|(?:while we're |while we are )?(?:on|off) (?:the subject|that note|another note|a side note|topic)"
    r"(?: of [^,.:;!?]{1,40})?|(?:speaking|talking) (?:of|about) [^,.:;!?]{1,40}|(?:just )?so you know|just fyi"
    r"|(?:fun|funny|random|quick|little|small|tiny|side) (?:fact|note|thing|thought|update|question aside|aside)"
    r"|one more thing|another thing|in other news|for the record|for what it's worth|not that it matters|as it happens"
    r"|while i'm at it|while i think of it|before i forget|since you (?:ask|asked)|if you're (?:wondering|curious)"
    r"|if you must know|come to think of it|in case you (?:wondered|were wondering)|to be honest|you know|i mean"
    r"|guess what|funnily enough|oddly enough|as for me|on a different note|changing the subject|to add to that"
    r"|(?:i'm )?not sure (?:if|whether) i(?:'ve)? (?:already )?(?:told you|said|mentioned (?:it|this))"
    r"(?: already| before)?"
    r"|in case i (?:didn't|haven't|forgot to) (?:say|said|mention|mentioned|tell you|told you)(?: it| so)?(?: already)?"
    r"|in case you(?:'re| are) (?:wondering|curious)|for your info(?:rmation)?"
)
_TELLINGS = (
    r"(?:please )?(?:note|be aware|keep in mind|bear in mind|remember|don.t forget|do not forget) that"
    r"|(?:just )?(?:i )?(?:(?:wanted|want|need|'d like|would like|have) to (?:let you know|tell you|mention|add)"
    r"|wanted to say)(?: that)?"
    r"|i (?:forgot|ought) to (?:say|mention|add|tell you)(?: that)?|(?:sorry,? )?i meant to say(?: that)?"
    r"|(?:i should|let me) (?:say|mention|add|tell you)(?: that)?|(?:you should )?know that|(?:it )?turns out(?: that)?"
    r"|(?:i )?(?:can|must|want to|would like to|have to)"
    r" (?:confirm|report|announce|inform you) that|(?:i'm|i am|we're) (?:\w+ )?(?:happy|glad|sad|sorry|pleased|proud"
    r"|relieved|delighted|afraid|thrilled) (?:(?:to (?:say|report|tell you|announce) )?that|to (?:say|report))"
    r"|in the end,?|sadly,?"
    r"|unfortunately,?|luckily,?|fortunately,?|thankfully,?|happily,?"
)
"""What only tells that something is told, or how the speaker feels about it."""
_LABELS = (
    r"(?:quick |small |life |status |personal )?(?:updates?|news|news ?flash|heads[- ]up|reminder|note|edit|p\.?s\.?)"
)
"""*Update: my gym is Halden now*: what stands before a colon and names nothing."""
_BREAK = r"\s*(?:[,:—–…-]|\.\.\.)+\s*"
_JOIN = r"(?:(?:and|but|so|then)\b\s*,?\s*)?"
_OPENING = re2.compile(
    rf"^\W*(?:(?:{_ASIDES}){_BREAK}{_JOIN}|(?:{_LABELS})\s*(?::|[-–—]\s)\s*|(?:{_INTERJECTIONS})(?:{_BREAK}{_JOIN}|\s+(?:and|but)\s+)|(?:{_TELLINGS})\s+"
    r"|(?:ok|okay|yeah|yep|btw|fyi|um|uh|oh|hey|hi|hiya|hello)\s+)+"
)
_OPENS = PatternSet(_OPENING.pattern)
MIN_LEFT = 3
"""Tokens that an opening must leave behind it; else it was the sentence."""

_PRESENT = re2.compile(
    r"\b(?:nowadays|these days|at the moment|at present|currently|presently|lately|as of (?:now|late|today)"
    r"|as of this \w+|from now on(?:wards)?|going forward|by now|instead|now)\b"
)
MARKS_PRESENT = Sign(_PRESENT.pattern)
"""What a sentence has that marks the present; see `present_spans`."""
_PASSING = re2.compile(
    r"\b(?:just for|only for|for now|for the time being|now and (?:then|again)|now that|(?:until|till|up to) now"
    r"|just now|instead of|than now|not now|if now)\b"
)
"""*Now* that says nothing of a new state: *now and then*, *for now*."""
_FILLERS = re2.compile(
    r"\b(?:actually|basically|really|just|simply|honestly|still|usually|normally|generally|mostly)\b"
)


def opening_length(text: str) -> int:
    """How many characters of a sentence are words that only open it: *Oh, and*, *By the way,*, *Speaking of lunch,*.

    Args:
        text: the sentence.
    """
    return _length_of_opening(text.lower().replace("’", "'"))


@kept(256)
def _length_of_opening(lowered: str) -> int:
    match = _OPENING.search(lowered) if _OPENS.found_in(lowered) else None
    return match.end() if match is not None else 0


def without_opening(sentence: Sentence, text: str) -> Sentence:
    """The sentence without the tokens that only open it; its place in the text stays.

    Args:
        sentence: as tokenised.
        text: the utterance that it is of.
    """
    opened = sentence.start + opening_length(text[sentence.start : sentence.end])
    if opened == sentence.start:
        return sentence
    left = tuple(x for x in sentence.tokens if x.start >= opened)
    if len(left) == len(sentence.tokens) or len(left) < MIN_LEFT or not _begins(left[0]):
        return sentence
    plain = _is_done(left[0]) or left[0].lower in {"my", "our", "the", "it", "there", "these", "we"}
    return replace(sentence, tokens=(replace(left[0], first=True), *left[1:]) if plain else left)


_CLOSERS = frozenset(
    """btw tbh ngl tho lol haha hehe lmao imo imho fyi fwiw pls plz please thanks thx ta cheers xx xxx innit rn atm
    anyways smh omg yay phew ugh sigh""".split()
)
_CLOSERS_OF_NAMES = frozenset(
    """ok okay hey man mate mates dude bro bruv buddy pal folks guys yo lah innit eh 24/7 year-round
    nearby max tops""".split()
)
"""What only closes behind a name or a number: *my gym is Fitworks man*, and not *the build is ok*."""
_BEFORE_A_TAG = frozenset(
    "in on to at of the a from via with by for is are called tag tags hashtag channel under and or into use".split()
)
"""Words behind which a tag is what is spoken of: *we post in #general*."""
_CLOSING_RUNS = tuple(
    tuple(x.split())
    for x in (
        "by the way", "to be honest", "just so you know", "so you know", "thank you", "you know", "at the mo",
        "of course", "going forward", "moving forward", "thank god", "thank goodness", "thank heavens",
        "give or take", "more or less", "close by", "most of the time",
        "for what it 's worth", "for the record",
    )
)  # fmt: skip
"""What is said behind a statement and tells nothing of it: *I live in Leeds btw*."""


def without_closing(sentence: Sentence) -> Sentence:
    """The sentence without the tokens that only close it; its place in the text stays.

    Args:
        sentence: as tokenised.
    """
    tokens = sentence.tokens
    end = len(tokens)
    while end and tokens[end - 1].kind in {"punct", "other"}:
        end -= 1
    kept = end
    while kept > MIN_LEFT and 0 < (closes := _closes(tokens, kept)) < kept:
        kept -= closes
        while kept > MIN_LEFT and tokens[kept - 1].text in {",", "-", "–", "—"}:
            kept -= 1
    return sentence if kept == end else replace(sentence, tokens=(*tokens[:kept], *tokens[end:]))


def _closes(tokens: Sequence[Token], end: int) -> int:
    """How many tokens before `end` only close."""
    last = tokens[end - 1].lower
    if tokens[end - 1].capital:
        return 0  # the dog is called Cheers
    before = tokens[end - 2]
    if last.startswith("#") and last[1:].isalpha() and before.lower not in _BEFORE_A_TAG:
        return 1  # my gym is Fitworks #happy
    of_a_name = before.capital or before.kind in {"number", "money"} or before.text == ","
    if last in _CLOSERS or (last in _CLOSERS_OF_NAMES and of_a_name):
        return 1
    runs = [run for run in _CLOSING_RUNS if run[-1] == last]
    return next((len(run) for run in runs if tuple(x.lower for x in tokens[end - len(run) : end]) == run), 0)


def _begins(token: Token) -> bool:
    """Whether a word can begin a statement of its own: *Yeah, living there can be tough* is none."""
    return token.capital or token.lower in _BEGINNERS or _is_done(token)


def _is_done(token: Token) -> bool:
    """*Ok, changed my mind*: what the speaker did."""
    verb = w.verb_lemma(token.lower)
    return verb is not None and verb != token.lower and not token.lower.endswith(("ing", "s"))


@kept(256)
def of_the_present(text: str) -> bool:
    """Whether a sentence marks what it tells as what holds now: *these days*, *at the moment*, *now*.

    Args:
        text: the sentence.
    """
    return _PRESENT.search(_PASSING.sub(" ", text.lower())) is not None


@kept(256)
def passing(text: str) -> bool:
    """Whether a sentence says that what it tells holds for a while only: *for now*, *now and then*, *just now*."""
    return _PASSING.search(text.lower()) is not None


def present_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where a sentence marks the present, as character offsets into it."""
    return _spans_in(text.lower())


@kept_short(256)
def _spans_in(lowered: str) -> tuple[tuple[int, int], ...]:
    if not MARKS_PRESENT.found_in(lowered):
        return ()
    passing = [m.span() for m in _PASSING.finditer(lowered)]
    found = [m.span() for m in _PRESENT.finditer(lowered)]
    return tuple((a, b) for a, b in found if not any(a < d and c < b for c, d in passing))


def bare(text: str) -> str:
    """A sentence in lower case, without what opens it, marks the present or only fills."""
    lowered = text.lower().replace("’", "'")
    rest = lowered[opening_length(lowered) :]
    kept, at = [], 0
    for start, end in present_spans(rest):
        kept.append(rest[at:start])
        at = end
    without: str = _FILLERS.sub(" ", " ".join([*kept, rest[at:]]))
    return without
