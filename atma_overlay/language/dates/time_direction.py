"""Which way of the clock a date without a year lies, by the word that leads it and its clause's tense."""

from __future__ import annotations

import re
from datetime import timedelta

from atma_overlay import re2
from atma_overlay.language.dates.dated import Phrase
from atma_overlay.language.grammar.words import verb_lemma

_AHEAD_LEADS = frozenset({"until", "till", "through", "thru", "by", "up to", "up until", "up till"})
_BEHIND_LEADS = frozenset({"since", "ever since"})
_OPENING_LEADS = frozenset({"from", "starting", "starting on"})
_OPENING = _OPENING_LEADS | frozenset(
    {"as of", "as from", "starting from", "starting in", "beginning", "beginning in", "effective", "effective from"}
)
"""Leads of what begins, before now or after."""
_DAY_SHAPES = frozenset({"date", "american", "worded", "last_day", "monthday"})
_SAME_IN_THE_PAST = frozenset(
    {"quit", "put", "set", "cut", "let", "hit", "shut", "cost", "hurt", "read", "split", "bet"}
)

_BEGINS = frozenset(
    """starts begins moves relocates joins switches migrates transfers changes becomes leaves quits resigns
    retires rises increases drops ends expires""".split()
)
"""What happens once: in the present it is to come."""

_CLAUSE_ENDS = ".!?;\n"
_WORD = re2.compile(r"[\p{L}\p{M}]+")
_ASCII_WORD = re.compile(r"[A-Za-z]+")
"""The same for ASCII, where it reads in a fraction of the time; linear."""
_AHEAD = re2.compile(
    r"(?i)\b(?:will|won['’]t|going to|gonna|shall|due|plans? (?:to|on|for)|planning|upcoming|expires?|runs? out|"
    r"tomorrow|hoping|hope to|intend|until further)\b|['’]ll\b|"
    r"(?:\b(?:am|is|are)|['’](?:m|s|re))\s+(?:all\s+|both\s+)?(?:moving|going|leaving|starting|flying|joining|getting|"
    r"switching|travelling|traveling|visiting|coming|quitting|retiring)\b"
)
_PUT_OFF = re2.compile(
    r"(?i)\b(?:pushed|moved|slipped|postponed|rescheduled|delayed|shifted|brought|put|extended|changed|rebooked)"
    r"(?:\s+(?:it|(?:the|my|our|his|her|their|that|this)(?:\s+[\w'’-]+){1,4}?))?"
    r"(?:\s+(?:back|out|forward|off|on))?\s+(?:to|until|till)\s+(?:the\s+)?$"
)
"""*Pushed to*, *they moved the deadline back to*: the day behind is to come."""
_PAST = re2.compile(r"(?i)\b(?:was|were|had|did|used to|born|[a-z]{3,}ed)\b")
_PRESENT = re2.compile(r"(?i)\b(?:am|is|are|will|have|has|do|does|can|stays?)\b|['’](?:m|s|re|ll|ve)\b")
_SETTLED = re2.compile(
    r"(?i)\b(?:raised|put|(?:went|gone|moved|brought|shifted|pushed) (?:up|down|to|forward|back)|increased|upped"
    r"|bumped|reduced|cut|lowered|dropped|changed|switched|moved|transferred|reassigned|assigned|extended|renewed"
    r"|hired|appointed|promoted|poached|recruited|signed|enrolled|enroled|registered|rented|leased"
    r"|(?:got|landed|accepted|took|taken|found|offered) (?:the|an?|my|that|this) (?:[\w-]+ ){0,3}?"
    r"(?:job|role|post|position|place|offer|contract|lease|flat|apartment|spot))\b"
)
"""What is done when it is agreed, and may come about later."""
_SINCE_THEN = re2.compile(r"(?i)(?:['’](?:ve|s)|\b(?:have|has))\s+(?:\w+\s+)?been\b")
_HAVE_GOT = re2.compile(r"(?i)(?:['’](?:ve|s)|\b(?:have|has))\s+got\b")
_PLAIN_VERB = re2.compile(r"(?i)(\bdid(?:n['’]t)?\s+)?\b(?:i|we|you|they)\s+([a-z]+)\b")


def lies_ahead(text: str, phrase: Phrase, lead: str) -> bool:
    """Whether a date without a year lies after the clock; in doubt it lies before."""
    if phrase.shape == "duration":
        return lead == "in"
    if lead in _BEHIND_LEADS:
        return False
    before, after = _clause(text, phrase)
    clause = f"{before} {after}"
    past = _is_past(clause)
    if lead in _AHEAD_LEADS:
        return not past or _is_present(clause)
    if lead == "for" or (lead in _OPENING_LEADS and phrase.shape in {"weekday", "monthday"}):
        return not past
    if (
        phrase.shape in _DAY_SHAPES
        and lead in {"", "on"}
        and (_PUT_OFF.search(before) or (not past and _is_present(clause)))
    ):
        return True
    if lead == "on" and phrase.shape == "weekday" and not past and (_is_plain(clause) or _begins(clause)):
        return True
    return not past and _AHEAD.search(clause) is not None


def may_open_ahead(text: str, phrase: Phrase, lead: str) -> bool:
    """Whether what begins on a date without a year may begin after the clock: *from January my rent is …*.

    So may what goes up *in January*, where that is told in the present.
    """
    in_a_month = lead == "in" and phrase.shape in {"month", "season"}
    opens = lead in _OPENING and phrase.shape in _DAY_SHAPES | {"month", "weekday", "season", "quarter", "holiday"}
    if not (in_a_month or opens):
        return False
    clause = " ".join(_clause(text, phrase))
    return not _is_past(clause) and _SINCE_THEN.search(clause) is None and (opens or _is_present(clause))


def may_be_set_ahead(text: str, phrase: Phrase, lead: str) -> bool:
    """Whether what was settled in the past may begin after the clock: *they raised the rent effective 1 September*.

    What was moved *from May to June* was so until May.
    """
    opens = lead in _OPENING and phrase.shape in _DAY_SHAPES | _STRETCHES | {"weekday"}
    if not opens or text[phrase.end : phrase.end + 4].lower() == " to ":
        return False
    if lead not in {"from", "as of", "as from"} or _WITH_EFFECT.search(text[: phrase.start]) is not None:
        return True
    return _SETTLED.search(" ".join(_clause(text, phrase))) is not None


_WITH_EFFECT = re2.compile(r"(?i)\bwith effect from (?:the )?$")


def opens_next(phrase: Phrase, lead: str, ago: timedelta) -> bool:
    """Whether what may begin after the clock does so: *from January onwards my gym is …*, *as of the 20th*.

    What began in a month that is over is told by *since* as a rule; so is what began on a day of more than a week ago.

    Args:
        phrase: the date.
        lead: what leads it.
        ago: how long it has been over, if it lies before.
    """
    if phrase.shape == "monthday":
        return ago > _WEEK
    return phrase.shape in _STRETCHES and lead in _ONWARDS and ago >= timedelta(0)


def settled_for_next(phrase: Phrase, lead: str, ago: timedelta) -> bool:
    """Whether what was settled begins on the next such day: *she moved our call to ten, starting Monday*."""
    onwards = phrase.shape == "weekday" and lead in _ONWARDS | {"starting on"}
    return onwards or (phrase.shape == "monthday" and ago > _WEEK)


_WEEK = timedelta(days=7)


_STRETCHES = frozenset({"month", "season", "quarter", "holiday"})
_ONWARDS = frozenset({"from", "starting", "starting from", "starting in", "beginning", "beginning in"})


def is_told_past(text: str, phrase: Phrase) -> bool:
    """Whether the clause around a date tells of the past."""
    return _is_past(" ".join(_clause(text, phrase)))


def _clause(text: str, phrase: Phrase) -> tuple[str, str]:
    """What stands before and after a date in its sentence."""
    before, after = text[max(0, phrase.start - 200) : phrase.start], text[phrase.end : phrase.end + 200]
    for mark in _CLAUSE_ENDS:
        before = before[before.rfind(mark) + 1 :]
        after = after.partition(mark)[0]
    return before, after


def _is_past(clause: str) -> bool:
    if _PAST.search(clause):
        return True
    told = _HAVE_GOT.sub(" ", clause) if "got" in clause.lower() else clause
    return any(_is_past_form(w.lower()) for w in _words(told))


def _words(clause: str) -> list[str]:
    return (_ASCII_WORD if clause.isascii() else _WORD).findall(clause)


def _is_past_form(word: str) -> bool:
    lemma = verb_lemma(word)
    return lemma is not None and lemma not in {word, "be", "have", "do"} and not word.endswith(("s", "ing"))


def _is_present(clause: str) -> bool:
    if _PRESENT.search(clause):
        return True
    return _is_plain(clause) or any(w.endswith("s") and verb_lemma(w) not in {None, w, "be"} for w in _words(clause))


def _is_plain(clause: str) -> bool:
    """Whether it tells what people do, in the present: *I leave on Friday*, not *the bins go out …*, *did I leave*."""
    verbs = (verb.lower() for did, verb in _PLAIN_VERB.findall(clause) if not did)
    return any(verb_lemma(v) == v and v not in _SAME_IN_THE_PAST for v in verbs)


def _begins(clause: str) -> bool:
    """Whether it tells in the present what one does once: *my brother moves on Friday*, not *he swims on Friday*."""
    return not _BEGINS.isdisjoint(word.lower() for word in _words(clause))
