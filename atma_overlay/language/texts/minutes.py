"""Minutes and notes that tell of others: what is set down under a body that met, who was there, who did what.

*Rotary board meeting: … Website: switched provider*, *Present: Hal (bookshop), Edie (florist)*, *Treasurer: moved the
account to US Bank*. A label of the speaker's own (*Doctor: switched from Dr Patel to Dr Wu*, *Bank: moved to HSBC*)
stands for a thing of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.small_letters import is_a_name
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.texts.dictated import end_of_sentence
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("minutes.toml")
_BODY = rf"(?:{_GROUPS['bodies']})['’]?s?['’]? (?:[\w'’-]+ )?(?:{_GROUPS['meetings']})"
_MET = (
    rf"(?im)^[^\n.!?:]{{0,60}}\b(?:(?:{_BODY}|(?:{_GROUPS['meetings_of_bodies']}))\b[^\n.!?:]{{0,60}}:"
    rf"|(?:{_BODY}|(?:{_GROUPS['meetings_of_bodies']})),? (?:[\w'’-]+ )?(?:notes|minutes)\b[^\n.!?:]{{0,40}}"
    r"|(?:meeting )?minutes (?:of|from|for) [^\n.!?:]{1,60}[:.]?)[ \t]*$"
)
"""A line over minutes: *Rotary board meeting, my notes as secretary:*."""
_ITEM = re2.compile(
    r"^[ \t]*(?:[-*•+–] |\d+[.)] )?(?:\*\*|__)?(?P<who>\p{L}[\p{L}\d'’./& -]{0,40}?)(?:\*\*|__)?:(?:\*\*)? "
)
_MINE = re2.compile(r"(?i)^(?:me|i|myself|my|our|us|note|notes|ps|btw|fyi|update|nb)\b")
_LISTING = rf"(?i)(?:^|[\n.!?;])[ \t>*_-]*(?:{_GROUPS['attendance']})(?:\*\*)?:(?P<who>[^\n]*)"
_NAMED = r"\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}"
_ROLL = (
    rf"(?m)(?:^|[.!?:] )[ \t]*{_NAMED} \((?P<first>[^()\n]{{2,30}})\)(?:(?:,| and|, and| &) {_NAMED}"
    r" \((?P<next>[^()\n]{2,30})\))+\.?[ \t]*$"
)
"""*Hal (bookshop), Edie (florist)*, and nothing else."""
_OF_PEOPLE = w.KIN | w.ACQUAINTANCES | w.PETS
_ACTING = (
    r"(?m)(?:^|[.!?;] )[ \t]*(?:[-*•+–] |\d+[.)] )?(?:\*\*|__)?"
    r"(?P<who>(?:the )?\p{L}[\p{L}'’.-]*(?: [\p{L}'’.&-]+){0,3}?)"
    r"(?: \([^()\n]{1,30}\))?(?:\*\*|__)?(?::(?:\*\*)?| [-–—])[ \t]+"
    r"(?:(?:just|now|also|finally|recently|has|have|had|already) )*(?P<did>[a-z]+)(?: (?P<where>[a-z]+))?\b"
)
_ACTS = re2.compile(_ACTING)
_WHO, _DID = 1, 2
"""Groups of these patterns."""
_POST = re2.compile(rf"(?i)(?:the )?(?:[\p{{L}}'’-]+ )?(?:{_GROUPS['posts']})")
_OFFICE = re2.compile(rf"(?i)(?:the )?(?:[\p{{L}}'’-]+ )?(?:{_GROUPS['offices']})")
_I = re2.compile(r"(?i)\b(?:i|me|my)\b")
_WE = re2.compile(r"(?i)\b(?:i|me|my|we|us|our|the)\b")
_OF_ONESELF = frozenset("leave quit join get buy retire resign graduate move switch go adopt".split())
_TO_ANOTHER = frozenset("from to out into in over off away back".split())
_NO_ACT = frozenset("be do can will would change have use".split())
_MAY_HOLD = PatternSet(_MET, _LISTING, _ROLL, _ACTING)
_MEETING, _ATTENDED, _ROLLED, _ACTED = range(4)


def minuted(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text that tell of others in minutes and notes, in no order."""
    held = _held(text)
    if _MEETING in held:
        yield from _under_a_body(text)
    if _ATTENDED in held:
        yield from ((m.start(_WHO), end_of_sentence(text, m.start(_WHO))) for m in _LIST.finditer(text))
    if _ROLLED in held:
        for match in _ROLLS.finditer(text):
            told = {*match.group("first").split(), *match.group("next").split()}
            if _OF_PEOPLE.isdisjoint(told) and not any(x.isdigit() for x in told):
                yield match.span()
    if _ACTED in held:
        yield from (span for span, sure in _acting(text) if sure)


def perhaps_minuted(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text in which others act, perhaps for the speaker too: *IT: moved to Teams*."""
    if _ACTED in _held(text):
        yield from (span for span, sure in _acting(text) if not sure)


_MEETINGS, _LIST, _ROLLS = re2.compile(_MET), re2.compile(_LISTING), re2.compile(_ROLL)


def _held(text: str) -> list[int]:
    return _MAY_HOLD.held_by(text)


def _under_a_body(text: str) -> Iterator[Span]:
    """The labels under a line that says which body met, to where its paragraph or the next one ends."""
    met = _MEETINGS.search(text)
    if met is None:
        return
    start, listed = met.end() + 1, False
    for line in text[met.end() + 1 :].split("\n"):
        found = _ITEM.match(line)
        if not line.strip() and listed:
            return
        if found is not None and not _MINE.match(found.group("who")):
            listed = True
            yield start, start + len(line)
        start += len(line) + 1


def _acting(text: str) -> Iterator[tuple[Span, bool]]:
    """What stands behind the label of who did it, and whether it is surely none of the speaker's."""
    for match in _ACTS.finditer(text):
        did = match.group("did")
        verb = w.verb_lemma(did)
        if verb is None or verb in _NO_ACT or did == verb or did.endswith("ing"):
            continue
        end = end_of_sentence(text, match.end())
        said, who = text[match.start(_DID) : end], match.group("who")
        if _POST.fullmatch(who) and not _I.search(said):
            yield (match.start(_WHO), end), True
        elif _OFFICE.fullmatch(who) and not _I.search(said):
            yield (match.start(_WHO), end), False
        elif _is_somebody(who) and not did.endswith("s"):
            own = verb in _OF_ONESELF and (match.group("where") in _TO_ANOTHER or verb not in {"move", "switch", "go"})
            yield (match.start(_WHO), end), own and not _WE.search(said)


def _is_somebody(who: str) -> bool:
    """Whether a label is a given name, or one of a family: *Dana*, *Wife*, *Hal's*."""
    words = who.lower().split()
    return len(words) == 1 and (
        words[0] in w.KIN or (who[:1].isupper() and is_a_name(words[0]) and not _is_word(words[0]))
    )


def _is_word(word: str) -> bool:
    return word in w.common_words() and word not in w.GIVEN_NAMES
