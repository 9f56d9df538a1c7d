"""What a question or a request takes for granted: *since I live in Leeds, recommend a gym* tells nobody a new home."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Basis, Change

_REASONS = frozenset({"since", "as", "because"})
_GIVEN = re2.compile(
    r"(?i)\b(?:given|seeing|considering|bearing in mind)\b(?: that| as| how)? (?:i|we|my|our)\b[^,;:.!?]*"
)
_TELLING = frozenset(
    "remember note update change set correct call know record save use switch forget add put keep replace make mark "
    "store log mind assume stop start delete remove let".split()
)
"""Imperatives that tell the listener something to keep, and thus state it."""
_WISHES = Sign(r"(?i)\b(?:i|we)(?:['’]d| would) (?:like|love|appreciate)\b")
_WANTING = frozenset({"need", "want"})
_ANEW = frozenset(
    "now just recently newly finally again back today yesterday already currently new anymore longer".split()
)


def granted(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, presupposed where it asks for something and gives them as its reason only.

    A reason that says itself to be news (*since I moved back to Leeds*, *now that I ...*) states it.
    """
    if not found or not _requests(sentence):
        return found
    reasons = [place for place, said in _reasons(sentence) if _ANEW.isdisjoint(said.lower().split())]
    return [c.but(basis=Basis.PRESUPPOSED) if _plain(c) and touches(c.span, reasons) else c for c in found]


def _plain(candidate: Candidate) -> bool:
    return not candidate.replaces and candidate.part is Part.STATEMENT and candidate.change is not Change.SINCE


def _requests(sentence: ReadSentence) -> bool:
    asks = sentence.sentence.asks or sentence.shows(_WISHES, sentence.text)
    return asks or any(_asks_for(clause) for clause in sentence.clauses)


def _asks_for(clause: Clause) -> bool:
    if clause.mood == "imperative":
        return clause.verb not in _TELLING
    if clause.intro in _REASONS or clause.subject is None or clause.verb not in _WANTING:
        return False
    return clause.subject.owner is None and clause.subject.head_lemma in w.FIRST_PERSON


def _reasons(sentence: ReadSentence) -> list[tuple[tuple[int, int], str]]:
    """The stretches that give a reason, by their place in the text, and their words."""
    start = sentence.sentence.start
    found = []
    for clause in sentence.clauses:
        if clause.intro in _REASONS and clause.tense in {"present", "past"}:
            place = clause.offsets
            found.append((place, sentence.text[place[0] - start : place[1] - start]))
    for match in _GIVEN.finditer(sentence.text):
        found.append(((start + match.start(), start + match.end()), match.group()))
    return found
