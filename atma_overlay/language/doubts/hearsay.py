"""What others say, or nobody in particular: *LinkedIn says I work at …*, *rumour has it that …*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.doubts.reported import WHO_KNOWS, reported, reports
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_HEARSAY = frozenset(
    """say claim insist suggest hint hear read gossip joke write text post tweet email swear maintain allege assert
    contend bet wager whisper spread declare speculate predict hope fear expect complain rumour mention
    remark""".split()
)
_RUMOUR = re2.compile(
    r"\b(?:(?:rumou?r|gossip|legend) has it|\w+ (?:has|have) it that"
    r"|(?:the |a )?(?:rumou?r|story|gossip) (?:is|was|goes|says)"
    r"|rumou?rs? (?:i|my)|overheard (?:that|i|we|my|our)|ke(?:ep|pt) (?:hearing|reading)"
    r"|from what (?:i|we|they|people|everyone|\w+) (?:hear|hears|heard|read|reads|says?|said|tells?|told)"
    r"|(?:^\W*|, |and |but )(?:some|others|many|most) (?:say|said|claim|claimed|think|believe)"
    r"|word (?:(?:on|in|around|about) (?:the )?\w+ )?(?:is|has it)|(?:rumou?rs?|gossip|allegations?) that"
    r"|(?:there(?:'s| is| are| was| were)|heard|spread(?:ing)?|started|believe) (?:an? |the |some |this )?(?:[\w-]+ )?"
    r"(?:rumou?rs?|gossip|talk|stor(?:y|ies)|claims?|speculation|whispers?|theor(?:y|ies)) that"
    r"|^\W*who (?:told|says|said|claims|claimed|wrote|reckons)(?: (?:you|him|her|them|people|everyone|everybody))?"
    r" (?:that )?\w+)\b"
)
_SURE_OF_IT = re2.compile(
    r"\b(?P<teller>\w+)(?: is| are| was| were|['’]s|['’]re) (?:\w+ly |still |quite |pretty )?(?:convinced|sure|certain"
    r"|positive|adamant|persuaded|under the impression)(?: that)? (?:i|we|my|our)\b"
)
"""*My mum is convinced that I left*: no better than what she thinks."""
_PASSED_ON = re2.compile(
    r"\b(?P<teller>\w+) (?:(?:tells?|told) (?:him|her|them|everyone|everybody|people|\w+'s \w+)"
    r"(?: (?:in|at|on|of) (?:\w+ )?\w+)?(?: that)?"
    r"|(?:says?|said|(?:is|are|was|were) saying|claim(?:s|ed)?|boast(?:s|ed)?|brag(?:s|ged)?)"
    r" that) (?:i|we|my|our)\b"
)
"""*He told her I moved*, *people say that I work at …*."""
_OWN_WORD = (
    WHO_KNOWS | w.ADVERBS | w.BE | w.HAVE | w.DO | w.MODALS_UNREAL | w.MODALS_FUTURE
    | frozenset("i we you me us to and or not never as".split())
)  # fmt: skip
"""Who or what stands before a verb of saying where it is the speaker who says it: *I'm happy to say that I …*."""
_PASSING_ON = Sign(_PASSED_ON.pattern, _SURE_OF_IT.pattern, family=WORDINGS)
_BY_HEARSAY = frozenset("allegedly reportedly supposedly".split())
"""Wherever they stand the whole sentence is what others say."""
_TAIL = re2.compile(
    r",? (?:or so |so |or |at least )*(?:(?P<teller>(?:my |our |the )?[\w'-]+) (?:says?|said|claim(?:s|ed)?|reckons?"
    r"|thinks?|believes?|insists?)|(?:says?|said|claim(?:s|ed)?|reckons?) (?P<said_by>(?:my |our |the )?[\w'-]+)"
    r"|i (?:hear|heard|gather)|according to (?P<whom>[\w' -]+))\W*$"
)
"""*I moved to Lima, they say*; *…, or so I heard*."""
_TAILS = frozenset(
    "say says said claim claims claimed reckon reckons think thinks insist insists hear heard gather according".split()
)
_APPARENTLY = "apparently"
_TOLD_ON = re2.compile(
    r"\b(?P<teller>\w+) (?:(?:keeps?|kept) (?:on )?(?:saying|claiming|insisting|telling \w+|repeating|hinting"
    r"|suggesting)(?: that)?|(?:announced|announces|reported|reports|declared|declares|posted|posts|shows|states|lists"
    r"|records)(?: that| (?:i|we|my|our))"
    r"|(?:says|sings?|sang|sung|raps|rapped|recites|recited)(?: that)? (?:i|we))\b"
)
"""*Tom keeps saying that I left*, *LinkedIn shows that …*."""
_TELLS_ON = Sign(_TOLD_ON.pattern, family=WORDINGS)


def _knows(teller: str) -> bool:
    return teller in WHO_KNOWS or teller in {"i", "we"}


_RUMOURED = Sign(_RUMOUR.pattern)
_ACCORDING = re2.compile(
    r"\b(?:according to|going by|if you believe) (?P<whom>(?:my |our )?[^,]*?)(?:,|$|\s(?:i|we|my|our)\b)"
)
"""*According to LinkedIn I work at …*."""


def hearsay(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that somebody else says or has heard, or that are apparently so.

    Args:
        sentence: as read.
    """
    return [*said_by_others(sentence), *_apparent(sentence)]


def said_by_others(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that somebody else says or has heard.

    *LinkedIn says I work at …*, *rumour has it that …*.

    Args:
        sentence: as read.
    """
    start, end = sentence.sentence.start, sentence.sentence.end
    said = sentence.said
    rumours = _rumoured(sentence)
    cited = () if sentence.words.isdisjoint(_CITING) else _according(sentence)
    if sentence.shows(_TELLS_ON, said):
        rumours += [(start + m.start(), end) for m in _TOLD_ON.finditer(said) if not _knows(m.group("teller"))]
    if sentence.shows(_PASSING_ON, said):
        passed = [*_PASSED_ON.finditer(said), *_SURE_OF_IT.finditer(said)]
        rumours += [(start + m.start(), end) for m in passed if not _is_known(m.group("teller"))]
    told_others = () if sentence.words.isdisjoint(_TELLS) else _told_others(sentence)
    told = [span for _, span in reported(sentence, _HEARSAY)]
    return [*rumours, *cited, *told_others, *_quoted(sentence), *told]


_GOES_ON = re2.compile(
    r"\w+ [^,;]*?\w(?:[,;]| and| but| so| because),? (?:and |but |so |then |because )?(?:i|we|my|our)\b"
)
"""*They said it is gone, so I moved*: a clause of the speaker's own that may not hang on the others' word any more."""


def only_of_others(sentence: ReadSentence) -> list[Span]:
    """What others say, each up to where the speaker may go on for themselves.

    Args:
        sentence: as read.
    """
    begins, cut = sentence.sentence.start, []
    for start, end in said_by_others(sentence):
        on = _GOES_ON.search(sentence.said, start - begins, end - begins) if start > begins else None
        cut.append((start, end if on is None else begins + on.end() - 1))
    return cut


def _rumoured(sentence: ReadSentence) -> list[Span]:
    """What nobody by name says: *rumour has it that …*, *I allegedly moved*, *…, they say*."""
    start, end = sentence.sentence.start, sentence.sentence.end
    whole = not sentence.words.isdisjoint(_BY_HEARSAY)
    if not whole and not sentence.words.isdisjoint(_TAILS):
        tail = _TAIL.search(sentence.said)
        whole = tail is not None and tail.start() > 0 and _is_a_gossip(tail, sentence)
    told = sentence.shows(_RUMOURED, sentence.said)
    rumours = [(start + m.start(), end) for m in _RUMOUR.finditer(sentence.said)] if told else []
    return [(start, end), *rumours] if whole else rumours


def _is_a_gossip(tail: re.Match[str], sentence: ReadSentence) -> bool:
    """Whether who is named behind a statement is somebody, and not one whose word counts: *the council says*."""
    teller = tail.group("teller") or tail.group("whom") or tail.group("said_by")
    if teller is None:
        return True  # I hear
    last = teller.split()[-1]
    named = sentence.text[sentence.said.rindex(last)].isupper()
    return not _is_known(teller) and (named or w.lemma(last) in _PEOPLE or last in NOBODY_KNOWN)


_PEOPLE = w.KIN | w.ACQUAINTANCES | w.SOMEBODY | {"he", "she"}


def _is_known(teller: str) -> bool:
    """Whether it is the speaker, the one who is spoken to, or somebody whose word on it counts."""
    return not _OWN_WORD.isdisjoint(teller.split())


def _apparent(sentence: ReadSentence) -> list[Span]:
    """What is only apparently so: the speaker's own word, in doubt."""
    if _APPARENTLY not in sentence.words:
        return []
    start, end = sentence.sentence.start, sentence.sentence.end
    place = sentence.said.index(_APPARENTLY)
    ends = not any(x.isalpha() for x in sentence.said[place + len(_APPARENTLY) :])
    return [(start if ends else start + place, end)]


NOBODY_KNOWN = frozenset("they people everyone everybody someone somebody folk folks".split())
_REPORTING = frozenset("say tell hear mention rumour claim insist".split())
"""Verbs of saying that are nothing else: who *maintains a crate called X* has it."""


def rumoured(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that nobody in particular says: *they say that Nadia moved*.

    What somebody known tells of others is news of them.

    Args:
        sentence: as read.
    """
    unnamed = []
    if not sentence.verbs.isdisjoint(_HEARSAY):
        for clause, span in reported(sentence, _HEARSAY):
            subject = clause.subject
            nobody = subject is not None and (subject.pronoun or subject.head_lemma) in NOBODY_KNOWN
            if nobody or clause.verb == "hear":
                unnamed.append(span)
    return [*_rumoured(sentence), *_apparent(sentence), *unnamed]


def told_on(sentence: ReadSentence) -> frozenset[str]:
    """The verbs of saying on which a clause hangs: whose subject that has is no object of theirs.

    *Tom told me that Nadia moved* tells Nadia nothing.
    """
    if sentence.verbs.isdisjoint(_REPORTING):
        return frozenset()
    return frozenset([c.verb for c in sentence.clauses if c.verb in _REPORTING and reports(c, sentence)])


_TELLS = frozenset("tell tells told telling".split())


def _told_others(sentence: ReadSentence) -> Iterator[Span]:
    """*My mum told everyone I work at …*: what somebody tells others; what the speaker was told may be news."""
    for clause in sentence.clauses:
        subject = clause.subject
        if clause.verb != "tell" or clause.passive or subject is None or subject.pronoun in {"i", "we"}:
            continue
        whom = clause.bare()
        news = whom is None or (whom.pronoun in {"me", "us"} and subject.pronoun != "you")
        if not news and reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


_QUOTING = frozenset("goes like quote".split())
_QUOTES = re2.compile(
    r"\b(?:(?:he|she|they|\w+) (?:just )?goes|(?:is|was|be|were|['’]s|are) (?:all |just )?like|(?:and i )?quote),? "
    r"(?:and i quote,? )?(?:(?:nah|no|nope|yeah|yes|oh|well|wow|ok|okay|omg|ugh|look|dude),? ){0,2}(?:i|we|my|our)\b"
)
"""*My flatmate goes, I'm done with it*: somebody's very words."""


def _quoted(sentence: ReadSentence) -> Iterator[Span]:
    if not sentence.words.isdisjoint(_QUOTING):
        for match in _QUOTES.finditer(sentence.said):
            yield sentence.sentence.start + match.start(), sentence.sentence.end


_CITING = frozenset("according going believe".split())


def _according(sentence: ReadSentence) -> Iterator[Span]:
    """What hangs on *according to*, unless it is somebody whose word on it counts."""
    for match in _ACCORDING.finditer(sentence.said):
        if not set(match.group("whom").split()) & (WHO_KNOWS | {"me", "us"}):
            yield sentence.sentence.start + match.start(), sentence.sentence.end
