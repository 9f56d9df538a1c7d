"""What holds for a while, without an end that is told: *for now*, *until the gym reopens*, *while the car is away*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.doubts.bounded import ahead, clause_of
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import FEASTS
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Cardinality, Change

_SEASON = "summer|winter|spring|autumn|fall|season|semester|term|holidays?|(?:summer|winter|term) break"
_AGAIN = (
    "reopens?|opens? again|(?:is|are|'s) (?:back|fixed|repaired|mended|renovated|rebuilt|ready|sorted"
    "|(?:open|up|running|well) again)|comes? back|returns?|gets? (?:back|fixed|repaired|sorted)|recovers?"
)
_OUT = (
    r"(?:being|getting) \w+"
    r"|at (?:the|an?|her|his|their) (?:[\w-]+ )?(?:wedding|funeral|conference|retreat|hospital|festival)"
    r"|closed|shut|down|away|off sick|on (?:\w+ )?(?:leave|holiday|vacation|strike)"
    r"|in (?:the )?(?:shop|garage|repair|hospital|maintenance)|under (?:repair|renovation|construction|maintenance)"
    r"|ill|sick|unwell|recovering|abroad|out of (?:action|order|service)|broken|unavailable"
)
_OCCASION = (
    r"(?:load|stress|smoke|pen|penetration|soak|disaster recovery|dr|failover|fire)[ -](?:tests?|drills?)|drill|demo"
    r"|sale|promo(?:tion)?|campaign|outage|incident|cut-?over|freeze|visit|inspection|conference|off-?site"
    r"|trade (?:fair|show)|exhibition|festival|road ?works|renovations?|refurbishment|strike|heat ?wave|cold snap"
    r"|black friday|cyber monday|maintenance(?: window)?|pilot|trial(?: run)?|dry run|rehearsal|stock-?take"
    r"|holiday rush|peak(?: season)?"
    r"|world cup|olympics|tournament|election|audit|transition|handover(?: period)?|closure|shutdown"
    r"|(?:office )?move|relocation|merger|restructuring|lockdown|pandemic"
)
"""What is over soon, and for which something may be other than it is."""
_FEAST = (
    "|".join(sorted(FEASTS)) + r"|new year(?:'s)?|the holidays|the festive (?:season|period)"
    r"|the bank holiday(?: weekend)?|golden week|lunar new year"
)
_THIS = "(?:today|tonight|tomorrow|this (?:once|time|week|weekend|month|sprint|morning|afternoon|evening))"
_FOR_NOW = re2.compile(
    r"\bfor (?:now|the time being|the meantime|the duration)\b|\btemporarily\b|\bon a temporary basis\b"
    rf"|\bfor the (?:{_SEASON}|week|weekend|month|night|day)\b"
    rf"|\b(?:until|till) (?:[\w'.-]+ ){{1,4}}(?:{_AGAIN})(?:\W|$)"
    r"|\b(?:is|are|was|'s|'re|drive|driving|use|using|on) (?:a|an|my|the) (?:loaner|loan|courtesy|borrowed|temporary"
    r"|stand-in|interim)\b"
    rf"|\b{_THIS} only\b|\bonly {_THIS}\W*$|\bfor {_THIS}\b"
    r"|(?:^|[,.;] )this (?:sprint|iteration|cycle|quarter|term|month|week)(?:'s| is| has| runs| lasts)\b"
    rf"|\b(?:while|as long as) (?:[\w'.-]+ ){{0,4}}?[\w.-]+(?: is| are|'s| was| were) (?:{_OUT})(?:\W|$)"
)
"""Said of a change too: what was before may be so again."""
_MEANWHILE = re2.compile(rf"\bthis (?:{_SEASON})\b|\bin the (?:meantime|interim)\b")
"""Only of what is so: *this summer I moved to Lyon* tells when."""
_LASTING = re2.compile(
    rf"\b(?:over|during|throughout) (?:{_FEAST})\b|(?:^|[,;] )for (?:{_FEAST})\b"
    rf"|\b(?:over|during|throughout|amid) (?:the|this|our|that) (?:[\w'-]+ ){{0,2}}(?:{_OCCASION})\b"
    rf"|\b(?:between|from) (?:{_FEAST}) (?:and|to) (?:{_FEAST})\b"
)
"""Likewise, of an occasion: *over Christmas the cutoff is 2 pm*, *we moved to Leeds during the strike*."""
_FOR_A_SPELL = re2.compile(
    r"\b(?:switch|mov|chang|migrat|convert|gone|went)\w* (?:[\w'.-]+ ){1,6}?for (?:just |only |about )?"
    r"(?:an?|one|two|three|four|five|six|a few|a couple of|several|\d+) "
    r"(?:minute|hour|day|night|week|weekend|fortnight|month|sprint|semester|term)s?"
    r"(?P<on> now\b| already\b| so far\b| an? | per | each | every )?"
)
"""*I switched to Emacs for a week*: how long it held, not how long it has held (*… for a week now*)."""
_FOR_ONE = re2.compile(
    rf"\bfor (?:the|this|our|that) (?:[\w'-]+ ){{0,2}}(?:{_OCCASION})(?:[,;.!]|$| and\b| (?:the|our|my|we|i)\b)"
    r"|(?:^|[,;] )for (?:black friday|cyber monday)\b"
    r"|\bfor (?:this|that|the|one|these) (?:[\w'-]+ ){1,3}only\b|\b(?:just|only) (?:for )?this once\b|\bjust for once\b"
    r"|\bfor the duration of\b"
)
"""*We raised it to 250 for the load test*; *the budget for the load test* is one of its own."""
_BACK = re2.compile(
    r"\b(?:back to (?:normal|(?:what|how|where) (?:it|they) (?:was|were)|the (?:old|usual|original|previous|regular)"
    r" \w+)|back (?:as|like) (?:it was )?before|(?:we|i)(?:'ve| have)? (?:since )?"
    r"(?:reverted|undid|undone|rolled) (?:it|that))\b"
)
"""*…, it's back to normal*: what was changed before it is so no more."""
_SHOWN = Sign(
    _FOR_NOW.pattern, _MEANWHILE.pattern, _LASTING.pattern, _FOR_A_SPELL.pattern, _FOR_ONE.pattern, _BACK.pattern,
    family=WORDINGS,
)  # fmt: skip


def passing(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, as passing where it says so: what was before is not retired, nor what is away.

    What has an end of its own is a suspension and stays as it is; what stopped for a while is only doubted.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not found:
        return found
    bounded = list(ahead(sentence))
    if not sentence.shows(_SHOWN, sentence.said):
        return [_for_a_while(c) if _passes(c, bounded, []) else c for c in found] if bounded else found
    found = _without_undone(found, sentence)
    for_now = list(_FOR_NOW.finditer(sentence.said))
    shown = [_span(sentence, *m.span()) for m in for_now]
    away = [_span(sentence, *m.span()) for m in for_now if m.group().startswith(_WHILE)]
    shown += [_span(sentence, *m.span()) for m in _FOR_A_SPELL.finditer(sentence.said) if m.group("on") is None]
    shown += [*(_said_of(sentence, wording) for wording in shown), *bounded]
    made = _apart(_FOR_ONE, sentence)
    beside = [*_apart(_MEANWHILE, sentence), *(lasting := _apart(_LASTING, sentence))]
    found = [_for_a_while(c) if _passes(c, [*shown, *made], beside) else c for c in found]
    found = [_on_occasion(c) if _passes(c, [], [*made, *lasting]) else c for c in found]
    return [c for c in found if not _only_away(c, sentence, away)]


def _apart(wording: re2._Regexp, sentence: ReadSentence) -> list[Span]:
    """The clauses of which a wording is said, where it says when what is told is so."""
    return [
        _said_of(sentence, _span(sentence, *m.span()))
        for m in wording.finditer(sentence.said)
        if _is_apart(sentence, m.start())
    ]


def _is_apart(sentence: ReadSentence, begins: int) -> bool:
    """Whether an occasion is said of what is told, and not of its subject: *the lead for the demo is …*."""
    at = token_at(sentence, sentence.sentence.start + begins)
    return not any(c.subject is not None and c.subject.start < at < c.verb_start for c in sentence.clauses)


def _without_undone(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates without a change that the same sentence takes back: *we raised it to 250, it's back to normal*."""
    back = _BACK.search(sentence.said)
    if back is None:
        return found
    at = sentence.sentence.start + back.start()
    own = max((c.offsets[0] for c in sentence.clauses if c.offsets[0] <= at), default=at)
    return [c for c in found if c.change is Change.NONE or c.part is Part.RETRACTED or c.span[1] > own]


def _only_away(candidate: Candidate, sentence: ReadSentence, wordings: list[Span]) -> bool:
    """*Acting manager while Karin is on leave*: whom it is done for has the value of nothing that is told beside."""
    start, end = candidate.span
    if candidate.part is not Part.STATEMENT or candidate.act is not Act.ASSERT:
        return False
    if not any(a < start and end <= b for a, b in wordings):
        return False
    before = token_at(sentence, start) - 1
    return before < 0 or sentence.tokens[before].lower not in _OWN


_WHILE = ("while ", "as long as ", "until ", "till ")
_OWN = frozenset({"my", "our"})
"""*While my Saab is in the shop*: that there is a Saab is told."""


def _for_a_while(candidate: Candidate) -> Candidate:
    if candidate.act is Act.END:
        return candidate.doubted()
    return candidate.but(temporary=True)


def _on_occasion(candidate: Candidate) -> Candidate:
    """How something is on one occasion stands beside how it is else: nobody has to be asked which of them holds."""
    if candidate.part is not Part.STATEMENT or candidate.act is not Act.ASSERT:
        return candidate
    return candidate.but(cardinality=Cardinality.MULTI, additive=True)


def _passes(candidate: Candidate, shown: list[Span], beside: list[Span]) -> bool:
    if candidate.part is Part.RETRACTED or candidate.valid_to is not None:
        return False
    start, end = candidate.span
    stretches = shown + (beside if candidate.change is Change.NONE else [])
    return any(a <= start and end <= b for a, b in stretches)


def _span(sentence: ReadSentence, begins: int, ends: int) -> Span:
    start = sentence.sentence.start
    return start + begins, start + ends


def _said_of(sentence: ReadSentence, wording: Span) -> Span:
    """The clause, as offsets into the text, of which a wording is said: that before it, or the first."""
    clause = clause_of(sentence, wording)
    return (sentence.sentence.start, sentence.sentence.end) if clause is None else clause.offsets
