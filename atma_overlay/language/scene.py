"""What a rule sees of a clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from atma_overlay import re2
from atma_overlay.language.dates.times import TimeSpan
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.cues import holds_from_now
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Change

TYPED, COPULAR, OPEN, WEAK = 0.9, 0.85, 0.7, 0.62
_NOW = frozenset("now nowadays anymore".split())
_FRESH = Sign("these days|from now on|at this point|as of| (?:my|our) (?:first|new) ")
STARTS = frozenset(
    """sign join start switch adopt move install deploy migrate cut repaint paint enrol enroll subscribe upgrade
    settle hire appoint rent lease unpack register relocate transfer promote convert rename bump choose pick name
    launch reassign swap begin take open fit mount assign marry divorce retire separate qualify become""".split()
)
"""Past acts whose outcome stands: *signed at*, *repainted in*, *moved to*."""
_ALTERED = frozenset(
    "raise lower increase decrease reduce drop extend shorten double halve triple change update set put push".split()
)
"""What is done to something, after which it is otherwise: *the budget was raised to 110k yesterday*."""


@dataclass(slots=True)
class Scene:
    """What a rule needs: the turn, its sentence, the clause and the lexicon."""

    turn: ReadTurn
    sentence: ReadSentence
    clause: Clause
    lexicon: Lexicon
    times: list[TimeSpan]
    taken: set[tuple[int, int]] = field(default_factory=set, init=False, repr=False)
    """Where the values stand that the clause has told so far: they are told once, by the first rule that reads them."""
    _told: Change | None = field(default=None, init=False, repr=False)
    _said: str | None = field(default=None, init=False, repr=False)

    @property
    def told(self) -> Change:
        """How plainly the clause says that something started."""
        if self._told is None:
            self._told = self._read_told()
        return self._told

    def _read_told(self) -> Change:
        clause = self.clause
        if clause.tense == "past" and clause.verb in self.lexicon.stative_verbs and self._is_over():
            return Change.NONE  # I drove a Tesla from January 2012 to March 2013
        fresh = not _NOW.isdisjoint(clause.adverbs) or "since" in [s.kind for s in self.times]
        fresh = fresh or self.sentence.shows(_FRESH, self.sentence.lowered)
        fresh = fresh or holds_from_now(self.said)
        fresh = fresh or self._follows_an_end()
        fresh = fresh or (not _NOW.isdisjoint(self.sentence.words) and _led_by_now(self.clause))
        return Change.SINCE if fresh or self._of_the_new() else Change.NONE

    def _is_over(self) -> bool:
        """Whether the clause names a stretch of time that is over."""
        return bounded_past(self) and not begins(self.clause)

    def _of_the_new(self) -> bool:
        """*My new gym is Halden*: what the clause is about is called new."""
        subject = self.clause.subject
        if subject is None or "new" not in self.sentence.words:
            return False
        return any(x.lower == "new" for x in subject.tokens[subject.start : subject.head])

    def _follows_an_end(self) -> bool:
        """*The mill doesn't deliver any more, so I bake with …*: what one does because something else is over."""
        if self.clause.intro != "so":
            return False
        before = [c for c in self.sentence.clauses if c.verb_start < self.clause.verb_start]
        if not before:
            return False
        last = before[-1]
        words = {x.lower for x in last.tokens[last.start : max(last.end, last.verb_end)]}
        over = last.negated and bool(words & {"anymore", "more", "longer"})
        ended = last.verb in self.lexicon.parting_verbs and (last.tense in {"past", "perfect"} or last.passive)
        return over or (ended and not last.negated) or (last.verb == "be" and bool(words & self.lexicon.parting_states))

    @property
    def said(self) -> str:
        """The words of the clause in lower case, from where it opens to where the next one does."""
        if self._said is None:
            self._said = self._read_said()
        return self._said

    def _read_said(self) -> str:
        start, end = self.clause.offsets
        later = [c.start for c in self.sentence.clauses if c.start > self.clause.start]
        if later:
            end = max(end, self.clause.tokens[min(later)].token.start)
        elif self.clause.tokens:
            end = self.clause.tokens[-1].token.end
        if self.clause is self.sentence.clauses[0] if self.sentence.clauses else False:
            start = self.sentence.sentence.start
        said = self.turn.text[start:end].lower()
        return _OF_THE_NEXT.sub("", said) if later else said


_OF_THE_NEXT = re2.compile(r"\b(?:and|but|so|yet) (?:now|nowadays|these days|currently|today)\W*$")
"""*I used it for a week, and now it's all sorted*: what leads the clause behind."""


def _led_by_now(clause: Clause) -> bool:
    return now_that(clause) or _now_before(clause)


def now_that(clause: Clause) -> bool:
    """*Now that I live in York*: whether a clause gives what is new as a reason."""
    tokens, at = clause.tokens, clause.start
    return at > 1 and tokens[at - 1].lower == "that" and tokens[at - 2].lower == "now"


_NOT_NOW = frozenset("right by until till up just for than every if not even".split())
"""Words before *now* with which it says nothing of a change."""


def _now_before(clause: Clause) -> bool:
    """*I used to use Vim but now I use Emacs*: whether *now* stands right before the subject."""
    tokens, at = clause.tokens, clause.start - 1
    if at < 0 or clause.subject is None or tokens[at].lower not in {"now", "nowadays"}:
        return False
    return at == 0 or tokens[at - 1].lower not in _NOT_NOW


def begins(clause: Clause) -> bool:
    """Whether a clause tells, in the past, an act whose outcome stands: *signed at*, *moved to*."""
    if clause.tense != "past" or clause.negated or _is_a_dose(clause):
        return False
    return clause.verb in STARTS or (clause.passive and clause.verb in _ALTERED)


def _is_a_dose(clause: Clause) -> bool:
    """*I took 50 mg in 2014*: so much of something is taken for a time; who took a job has begun it."""
    taken = clause.bare() if clause.verb == "take" else None
    return taken is not None and kind_of(taken)[0] == "quantity"


def bounded_past(scene: Scene) -> bool:
    """Whether the clause names a stretch of time that is over."""
    return any(s.end is not None and s.end <= scene.turn.at for s in scene.times)


def implicit_first_person(clause: Clause, scene: Scene) -> bool:
    """*Signed the papers at …*, *Sharing a house in …*: a sentence that opens with its verb and asks nothing."""
    opens = all(x.tag in t.PUNCT_CONJ_ADV for x in clause.tokens[: clause.verb_start])
    verb = clause.tokens[clause.verb_start]
    finite = clause.tense in {"past", "perfect"} or verb.lower.endswith("ing")
    return opens and finite and not scene.sentence.sentence.asks and clause.mood == "actual"


def value_text(scene: Scene, phrase: Phrase) -> tuple[str, tuple[int, int]]:
    """The value's text and span; quotation marks are left out."""
    span = phrase_span(phrase)
    return scene.turn.text[span[0] : span[1]], span


_ASKS_WHO = re2.compile(
    r"^(?:(?:so|and|but|or|wait|hey|sorry|ok|okay|then),? ){0,2}(?:(?:why|how|since when|when|where) )?"
    r"(?:is|are|was|were|isn't|aren't|wasn't|weren't) (?:my|our|the|his|her|their) "
)


def asks_who(scene: Scene) -> bool:
    """*Is my boss Tom?*, *was our bank ING*: what it names is asked for, and stands beside nothing."""
    return _ASKS_WHO.search(scene.sentence.lowered) is not None
