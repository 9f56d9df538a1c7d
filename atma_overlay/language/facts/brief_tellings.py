"""Tellings without a verb, or whose first word reads as one: *grocery budget to 450*, *notice period 3 months*.

Each is read as the sentence that it stands for (*our grocery budget is 450*), as label lines are; see `label_lines`.
A change is one that says so: *to*, *turns out to be*, *has been brought forward to*. What is asked, supposed, wished
for, of the past or of one occasion is none of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import MEASURED, value_kind
from atma_overlay.language.grammar.tags import NAME
from atma_overlay.language.labels.label_headings import Whose
from atma_overlay.language.labels.label_lines import Entry, State
from atma_overlay.language.labels.label_words import holds, names_a_thing
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.values.normal import UNIT_OF

__all__ = ["tellings"]

_MOST = 6
"""Of one turn; more of them are a table, and no telling."""
_LONGEST = 400
"""Characters of a sentence that is told in few words."""
_LABEL = r"(?P<label>\p{L}[\p{L}/-]*(?: \p{L}[\p{L}/-]*){0,3}?)"
_LED = r"(?:(?i:so|and|but|ok|okay|also|oh|btw|fyi|heads up|update|yeah|sadly|now|anyway|the|our|my),? )*"
_FIRST, _LISTED = rf"(?:^|[.!] +){_LED}", rf"(?:^|[.!?;:] +|, +){_LED}"
"""What may stand before: *at her firm, the budget is up to 500* is no change, wherever a list may go on."""
_FIGURE = r"[$€£]?\d(?:[\d.,:]*\d)?(?:k\b|m\b|%|am\b|pm\b)?"
_DAY = r"(?:\p{Lu}\p{Ll}+|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
_RANGE = rf"(?: ?(?:to|-|–) ?{_FIGURE})?"
_EACH = r"(?: (?:a|per|each) \p{L}+)?"
_VALUE = rf"(?P<value>(?:{_FIGURE}|{_DAY}(?: \d{{1,2}}\b)?){_RANGE}(?: [\p{{L}}€$£%]+{_EACH})?)"
_STOPS = (
    r"(?:[.,;!)](?: |$)|$| (?:now|from|because|since|as|so|but|and|today|starting|instead|already|after|this|per|by|"
    r"with|due|too|again|then)\b)"
)
_CAME = (
    r"(?:(?:has|have|had)(?: now)? been|was|were|is|are|(?:has|have) |['’]s(?: been)?|got|gets)? ?"
    r"(?:now |just |recently )?(?:moved|pushed|postponed|brought|put|changed|delayed|rescheduled|shifted|slipped|"
    r"bumped|extended|raised|lowered|cut|reduced|increased|upped|shortened|set)(?: (?:up|down|back|out|forward))? to"
)
_HOW = rf"(?:to|turn(?:s|ed) out to be|went (?:up|down) to|{_CAME})"
_CHANGED = re2.compile(rf"{_FIRST}{_LABEL} ?{_HOW} {_VALUE}{_STOPS}")
"""*Grocery budget to 450*, *Notice period turns out to be 1 month*, *Visiting hours were changed to 3pm to 6pm*."""
_STATED = re2.compile(
    rf"{_LISTED}{_LABEL} (?:(?P<verb>is|are|has|have) )?"
    rf"(?P<value>{_FIGURE}{_RANGE}(?: \p{{L}}+)?{_EACH})(?:[.,;)](?: |$)|$)"
)
"""*Notice period 3 months*, *target 3:45*, *payment 1,120 a month*: one of a list."""
_WORD = r"\p{L}[\p{L}'’-]*"
_NAMED = (
    re2.compile(rf"{_LISTED}(?P<label>fav(?:ou?rite)? \p{{L}}+) (?P<value>{_WORD}(?: {_WORD})?)(?:[.,;!]|$)"),
    re2.compile(rf"{_LISTED}(?P<label>(?:\p{{L}}+ )?address) (?P<value>\d+\p{{L}}? \p{{Lu}}[^.;!?()\n]{{2,60}})"),
)
"""*Favourite food ramen*, *address 77 Quayside, Bristol*: what is named without a verb where nothing else can be."""
_UNTOLD = re2.compile(
    r"(?i)\b(?:if|unless|maybe|perhaps|might|(?-i:may)|could|would|should|shall|will|can|want\p{L}*|wish\p{L}*|hope\p{L}*|"
    r"plan\p{L}*|propos\p{L}*|suggest\p{L}*|consider\p{L}*|think\p{L}*|ask\p{L}*|expected|expecting|need\p{L}*|"
    r"joke|joking|look\p{L}*|search\p{L}*|rumou?r\p{L}*|not|never|"
    r"no longer|almost|nearly|about|around|roughly|up to \d|at most|at least|between|only|just (?:this|for)|one-off|"
    r"last (?:week|month|year|quarter|summer|winter|spring|autumn|time)|ago|back then|back in|used to|before that|"
    r"in (?:19|20)\d\d|next|once|say|says|said|heard|example|e\.g|imagine|suppose|usually|sometimes|from \d|"
    r"his|her|their|your|they)\b|['’](?:ll|d)\b|n['’]t\b|\?"
)
"""What tells no change that came about, or one of something else."""
_PUT_IN = re2.compile(r"^[^,.;]{0,20}, (?:was|were|is|are|has|had|will|would|did)\b")
_MEASURES = frozenset(
    """budget limit rent price target goal cap quota rate fee salary wage dose dosage allowance retention timeout
    threshold deadline date time count size length age pay premium deposit payment discount headcount version period
    capacity minimum maximum""".split()
)
"""What goes *to* a value without a verb: *grocery budget to 450*; *train to 9 cities* is none."""
_NO_LABEL = (
    w.PREPOSITIONS
    | w.DETERMINERS
    | w.SUBJECT_PRONOUNS
    | w.BE
    | w.CONJUNCTIONS
    | w.WH_WORDS
    | w.DAY_NAMES
    | w.MONTH_NAMES
)
_NO_LIST = frozenset("day week month year session question version page line chapter part number no room flat".split())


def tellings(turn: ReadTurn) -> Iterator[Entry]:
    """What is told so in a turn, each with its label and its value, in order; nothing behind what is somebody's."""
    found = 0
    for at, sentence in enumerate(turn.sentences):
        if at and _is_of_somebody(turn.sentences[at - 1]):
            return
        said = sentence.text
        if sentence.framed or not _may_tell(sentence) or len(said) > _LONGEST or _UNTOLD.search(said) is not None:
            continue
        changed = list(_changes(sentence)) if not at or _is_mine(turn.sentences[at - 1]) else []
        stated = [*_statements(sentence), *_names(sentence)] if not changed and _is_of_the_speaker(sentence) else []
        for entry in changed or stated:
            found += 1
            if found > _MOST:
                return
            yield entry


def _is_of_the_speaker(sentence: ReadSentence) -> bool:
    """Whether nobody and nothing else is spoken of: *the flat we saw, rent 1,200, was dark*, *Patient: age 30*."""
    for clause in sentence.clauses:
        who = clause.subject
        if who is None or who.pronoun in {"i", "we"} or who.owner in {"my", "our"}:
            continue
        if who.pronoun is not None or who.is_name or who.determiner is not None or who.owner is not None:
            return False
        if who.head_lemma in w.KIN | w.ACQUAINTANCES | w.SOMEBODY:
            return False
    return ":" not in sentence.text


def _is_mine(sentence: ReadSentence) -> bool:
    """*Prices are nuts.*, *I looked at it again.*: behind *Option B.* or *Draft a note.* it may be of anything."""
    who = [c.subject for c in sentence.clauses if c.subject is not None]
    return len(who) == len(sentence.clauses) > 0


def _is_of_somebody(sentence: ReadSentence) -> bool:
    """*My sister moved.*, *Acme update.*: what is told in few words behind it may be theirs."""
    for clause in sentence.clauses:
        who = clause.subject
        if who is None or who.pronoun in _SPEAKER:
            continue
        head = who.head_lemma
        somebody = who.is_name or who.owner_is_name or who.pronoun is not None or head in w.KIN | w.ACQUAINTANCES
        if somebody or head in w.GROUPS or (who.owner is not None and who.owner not in {"my", "our"}):
            return True
    named = any(x.tag == NAME for x in sentence.tokens[:2])
    return (
        not sentence.clauses
        and (named or len(sentence.tokens) > _GREETING)
        and not any(map(str.isdigit, sentence.text))
    )


_GREETING = 4
"""Words and signs of what may stand before and is about nobody: *Quick update!*."""
_SPEAKER = frozenset({"i", "we", "it", "that", "this", "there"})


def _may_tell(sentence: ReadSentence) -> bool:
    """Whether a sentence has a figure, a day or the name of a favourite."""
    words = sentence.words
    return not (words.isdisjoint(_DAYS) and words.isdisjoint(_FAVOURITE)) or any(map(str.isdigit, sentence.text))


_DAYS = w.MONTH_NAMES | w.DAY_NAMES | {f"{day}s" for day in w.DAY_NAMES}
_FAVOURITE = frozenset({"fav", "favourite", "favorite"})


def _changes(sentence: ReadSentence) -> Iterator[Entry]:
    for match in _each(_CHANGED, sentence.text):
        label, value = match.group("label"), match.group("value")
        bare = sentence.text[_span(match, "label")[1] : _span(match, "value")[0]].strip() == "to"
        if bare and label.rpartition(" ")[2].lower() not in _MEASURES:
            continue
        if _may_be(label) and value_kind(value)[0] in MEASURED and holds(sentence.text[_span(match, "value")[0] :]):
            yield _entry(sentence, match, now=True)


def _statements(sentence: ReadSentence) -> Iterator[Entry]:
    for match in _each(_STATED, sentence.text):
        label, value = match.group("label"), match.group("value")
        words = label.lower().split()
        kind, unit = value_kind(value)
        had = match.group("verb") in {"has", "have"}
        known = kind in MEASURED and (unit is None or unit in UNIT_OF.values() or had)
        timed = kind == "time" and len(words) > 1  # visiting hours are 2pm to 5pm
        if not known or not _may_be(label) or not _NO_LIST.isdisjoint(words) or (words[-1] in UNIT_OF and not timed):
            continue
        if _PUT_IN.match(sentence.text[_span(match, "value")[1] :]) is not None:
            continue  # the flat we saw, rent 1,200, was dark
        verbal = match.group("verb") is None and w.verb_lemma(words[-1]) is not None
        if verbal and words[-1] not in _MEASURES:
            continue  # expects 75k
        yield _entry(sentence, match, now=False)


def _names(sentence: ReadSentence) -> Iterator[Entry]:
    if sentence.words.isdisjoint(_FAVOURITE) and "address" not in sentence.words:
        return
    for pattern in _NAMED:
        for match in _each(pattern, sentence.text):
            first = match.group("value").split()[0].lower()
            if first not in _NO_LABEL and w.verb_lemma(first) is None:
                yield _entry(sentence, match, now=False)


def _may_be(label: str) -> bool:
    words = label.lower().split()
    return _NO_LABEL.isdisjoint(words) and names_a_thing(label)


def _each(pattern: re2._Regexp, text: str) -> Iterator[re2.Match[str]]:
    """The places of a pattern, each looked for from where the value of the one before ends."""
    at = 0
    while at < len(text) and (match := pattern.search(text, at)) is not None:
        yield match
        at = _span(match, "value")[1]


def _span(match: re2.Match[str], group: str) -> tuple[int, int]:
    first, last = match.span(match.re.groupindex[group])
    return first, last


def _entry(sentence: ReadSentence, match: re2.Match[str], *, now: bool) -> Entry:
    start = sentence.sentence.start
    begin, end = _span(match, "value")
    whose = Whose.OWN if now else Whose.OPEN
    place = start + _span(match, "label")[0]
    said = sentence.text if now else ""
    span = (start + begin, start + end)
    return Entry(
        match.group("label"), "", place, span, whose, State.TOLD, row=False, bare=True, now=said, beside=not now
    )
