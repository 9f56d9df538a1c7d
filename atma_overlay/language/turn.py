"""One utterance, read: its sentences, clauses and times, who speaks and what frames it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter

from atma_overlay.language.dates.times import TimeSpan, find_times
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.acting import Acting, acts_before
from atma_overlay.language.grammar.clause_reading import read_clauses
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.discourse import without_closing, without_opening
from atma_overlay.language.grammar.foreign import is_foreign
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.language.grammar.phrases import Phrase, read_phrase, without_my
from atma_overlay.language.grammar.sentences import Sentence, sentences
from atma_overlay.language.grammar.signs import Sign, signs_in
from atma_overlay.language.grammar.tagging import tag
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.ties import OURS, RELATIONS, by_post, of_other_gender, stranger, tie
from atma_overlay.language.texts import fiction
from atma_overlay.language.texts.frames import Frames
from atma_overlay.language.texts.material import handed_over, merged, within
from atma_overlay.language.texts.weights import Weight

_NAMING = frozenset({t.NAME, t.POSS})
_LOWER, _TAG = attrgetter("lower"), attrgetter("tag")

_IN_FIRST_PERSON = frozenset("i me my mine myself we us our ours ourselves".split())


@dataclass(slots=True, unsafe_hash=True)
class ReadSentence:
    """A sentence with its tags and clauses; `framed` marks what is made up, supposed, handed over or not English.

    Never changed once it is made; not frozen, since making a frozen one costs twice as much.
    """

    sentence: Sentence
    tokens: tuple[Tagged, ...]
    clauses: tuple[Clause, ...]
    text: str
    framed: bool
    lowered: str = field(init=False, repr=False, compare=False)
    """The text in lower case."""
    said: str = field(init=False, repr=False, compare=False)
    """The same with plain apostrophes."""
    words: frozenset[str] = field(init=False, repr=False, compare=False)
    """The tokens in lower case: what no rule need look for where it is not among them."""
    tags: frozenset[str] = field(init=False, repr=False, compare=False)
    """The parts of speech of the tokens."""
    naming: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The places of the names and the possessives."""
    verbs: frozenset[str] = field(init=False, repr=False, compare=False)
    """The verbs of the clauses."""
    _phrases: dict[int, Phrase | None] = field(init=False, repr=False, compare=False)
    _shown: frozenset[Sign] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note once what every rule asks of the whole sentence."""
        self.lowered = lowered = self.text.lower()
        self.said = lowered.replace("’", "'")
        self.words = frozenset(map(_LOWER, self.tokens))
        self.tags = frozenset(map(_TAG, self.tokens))
        named = not self.tags.isdisjoint(_NAMING)
        self.naming = tuple([i for i, x in enumerate(self.tokens) if x.tag in _NAMING]) if named else ()
        self.verbs = frozenset([x.verb for x in self.clauses])
        self._shown = None
        self._phrases = read = {}
        for clause in self.clauses:
            if clause.subject is not None:
                read[clause.subject.start] = clause.subject
            for complement in clause.complements:
                read[complement.phrase.start] = complement.phrase

    def phrase_at(self, place: int) -> Phrase | None:
        """The noun phrase that starts at a token, read once; see `phrases.read_phrase`."""
        read = self._phrases
        if place not in read:
            read[place] = read_phrase(self.tokens, place)
        return read[place]

    def shows(self, sign: Sign, text: str) -> bool:
        """Whether the sentence holds one of a sign's patterns.

        Args:
            sign: what is looked for.
            text: the sentence as the sign reads it: as written, in lower case or with plain apostrophes. In ASCII all
                of them show the same, so that one pass answers for all signs of a family.
        """
        if self._shown is None:
            if not self.text.isascii():
                return sign.found_in(text)
            self._shown = signs_in(self.lowered)
        return sign in self._shown


@dataclass(slots=True)
class ReadTurn:
    """An utterance as read. `speaker` is the canonical subject that *I* stands for."""

    text: str
    speaker: str
    at: datetime
    sentences: list[ReadSentence]
    times: list[TimeSpan]
    antecedents: list[str] = field(default_factory=list)
    """Named third parties in order of mention: what a pronoun may stand for."""
    acting: tuple[Acting, ...] = ()
    """Who acts in the sentence that is being read, in its order: whom a pronoun behind them may stand for."""
    material: tuple[tuple[int, int], ...] = ()
    """Stretches of the text that are handed over, not told."""
    unowned: tuple[tuple[int, int], ...] = ()
    """Stretches of which it is in doubt whose words they are."""
    is_part: bool = False
    """Whether it is a clause of another turn, read for what it tells: it asks for nothing."""
    lowered: str = field(init=False, repr=False, compare=False)
    """The text in lower case."""
    _held: dict[PatternSet, bool] = field(init=False, repr=False, compare=False)
    _mentioned: set[str] = field(init=False, repr=False, compare=False)
    _several: set[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note once what several rules ask of the whole text."""
        self.lowered, self._held, self._mentioned = self.text.lower(), {}, set(self.antecedents)
        self._several = set()

    def mention(self, name: str, *, several: bool = False) -> None:
        """Note a third party that is named, or `several`: what the pronouns that follow may stand for."""
        self.antecedents.append(name)
        self._mentioned.add(name)
        if several:
            self._several.add(name)

    def has_mentioned(self, name: str) -> bool:
        """Whether a third party was noted."""
        return name in self._mentioned

    def last_meant(self, pronoun: str) -> str | None:
        """The third party mentioned last whom a pronoun can mean: *he* no sister, and nobody who is several."""
        if pronoun == "they" and (group := next((x for x in self.antecedents[-2:] if x in self._several), None)):
            return group
        apart = frozenset() if pronoun == "they" else self._several
        met = (x for x in reversed(self.antecedents) if x not in apart)
        return next((x for x in met if not of_other_gender(pronoun, x)), None)

    def holds(self, patterns: PatternSet) -> bool:
        """Whether the text, in lower case, holds one of the patterns; looked for once, however many sentences ask."""
        if patterns not in self._held:
            self._held[patterns] = patterns.found_in(self.lowered)
        return self._held[patterns]

    def before(self, sentence: ReadSentence) -> ReadSentence | None:
        """The sentence that ends last before another begins."""
        place = bisect_right(self.sentences, sentence.sentence.start, key=lambda s: s.sentence.end)
        return self.sentences[place - 1] if place else None

    def times_of(self, sentence: ReadSentence) -> list[TimeSpan]:
        """The time expressions of a sentence."""
        return self.times_in(sentence.sentence.start, sentence.sentence.end)

    def times_in(self, start: int, end: int) -> list[TimeSpan]:
        """The time expressions that lie in [start, end) of the text."""
        if not self.times:
            return []
        first = bisect_left(self.times, start, key=lambda s: s.span[0])
        return self.times[first : bisect_right(self.times, end, key=lambda s: s.span[1])]


def read_turn(text: str, *, speaker: str, at: datetime, play: Weight = Weight.MEANT) -> ReadTurn:
    """Read one utterance said by `speaker` at `at` (aware UTC), in a `play` that is on when it begins."""
    parts = [without_opening(without_closing(part), text) for part in sentences(text) if part.says]
    lowered = text.lower()
    names = _names(parts) if text[1:] != lowered[1:] else frozenset()
    read: list[ReadSentence] = []
    frames = Frames(lowered, year=at.year, play=play)
    material, in_doubt = handed_over(text)
    for part in parts:
        tokens = tuple(tag(part.tokens, names))
        clauses = tuple(read_clauses(tokens, asks=part.asks))
        framed = frames.hold(part, tokens, clauses)
        not_told = framed or within(part.start, material) or fiction.tells_of_others(lowered[part.start : part.end])
        one = ReadSentence(part, tokens, clauses, text[part.start : part.end], not_told)
        one.framed = not_told or is_foreign(tokens, one.words)  # not yet handed on
        read.append(one)
    times = find_times(text, at) if _may_hold_time(lowered) else []
    unowned = merged([*in_doubt, *frames.doubted]) if frames.doubted else in_doubt
    return ReadTurn(text, speaker, at, read, times, material=material, unowned=tuple(unowned))


def _names(parts: list[Sentence]) -> frozenset[str]:
    """Words that stand capitalised inside a sentence: names even where they open one."""
    inside = [x for part in parts for x in part.tokens[1:] if x.kind == "word" and not x.first]
    return frozenset([x.lower for x in inside if x.text[0].isupper()]) - w.SUBJECT_PRONOUNS


_TIME_HINTS = (
    w.MONTH_NAMES | w.DAY_NAMES | w.SEASONS | w.TIME_NOUNS
    | frozenset("since until till ago back from as of for last next now new year in on by yesterday tomorrow".split())
)  # fmt: skip


def _may_hold_time(lowered: str) -> bool:
    words = lowered.split()
    return not (_TIME_HINTS.isdisjoint(words) and _TIME_HINTS.isdisjoint([x.strip(".,;:!?") for x in words]))


def subject_of(phrase: Phrase | None, turn: ReadTurn) -> str | None:
    """The canonical subject that a phrase names, or None for an unnamed thing."""
    if phrase is None:
        return None
    if phrase.pronoun is not None:
        if phrase.pronoun in _IN_FIRST_PERSON:
            return turn.speaker
        if phrase.pronoun in {"he", "she", "it", "they", "him", "her", "them"}:
            return antecedent(phrase.pronoun, turn, phrase)
        return None
    if phrase.is_name:
        name = name_of(phrase)
        if phrase.determiner == "another" or any(x.lower in _OTHER for x in phrase.tokens[phrase.core : phrase.head]):
            return f"other {name}"  # the other Tom is not Tom
        return f"{turn.speaker}'s {name}" if name in w.CALLED and phrase.owner is None else name
    return _by_noun(phrase, turn)


_OTHER = frozenset({"other", "second"})


def _by_noun(phrase: Phrase, turn: ReadTurn) -> str | None:
    """Who a common noun names: the speaker's relations, *the neighbours* among them, and strangers."""
    head = phrase.head_lemma
    called = head in w.CALLED and phrase.determiner is None and phrase.end - phrase.core == 1
    if phrase.owner is None and (called or (head in OURS and phrase.determiner == "the")):
        return f"{turn.speaker}'s {head}"
    if head in RELATIONS and phrase.owner is not None:
        return f"{owner_subject(phrase, turn)}'s {tie(phrase.tokens[phrase.core : phrase.head + 1])}"
    return stranger(phrase)


def name_of(phrase: Phrase) -> str:
    """The name in a phrase, lower case: the run of name tokens that ends at its head."""
    end = start = phrase.head
    while start - 1 >= phrase.core and phrase.tokens[start - 1].tag == t.NAME:
        start -= 1
    return " ".join(x.lower for x in phrase.tokens[start : end + 1])


_SUBJECTIVE = {"his": "he", "her": "she", "its": "it", "their": "they"}


def owner_subject(phrase: Phrase, turn: ReadTurn) -> str:
    """Who owns what the phrase names: the speaker, a named owner, or what a pronoun stands for."""
    owner = phrase.owner
    if owner is None:
        return named_whole(phrase) or turn.speaker
    if owner in _IN_FIRST_PERSON:
        return turn.speaker
    if owner in _SUBJECTIVE:
        return antecedent(_SUBJECTIVE[owner], turn, phrase)
    if owner in w.POSSESSIVES:
        return turn.speaker
    return _related_owner(phrase, turn) or owner.removeprefix("the ")


def _related_owner(phrase: Phrase, turn: ReadTurn) -> str | None:
    """Whose *my wife's car*, *Mum's knee* and *my sister Lotte's cat* are: hers, called as she is where she acts."""
    led, owned = phrase.tokens[phrase.start], phrase.tokens[phrase.start : phrase.core]
    ends = [n for n, x in enumerate(owned) if x.tag == t.GEN]
    if len(ends) != 1:
        return None
    person = owned[: ends[0]]
    if phrase.owner_is_name:
        named = [x.lower for x in person if x.tag == t.NAME]
        return " ".join(named) if person[-1 - len(named) :][0].lemma in RELATIONS else None
    who = person[-1].lemma
    if led.tag == t.POSS and who in RELATIONS:
        pronoun = _SUBJECTIVE.get(led.lower)
        return f"{turn.speaker if pronoun is None else antecedent(pronoun, turn, phrase)}'s {tie(person[1:])}"
    if led.lower == "the" and len(person) > 1 and (post := by_post(person[1:])) is not None:
        return post
    alone = len(person) == 1 and (who in w.CALLED or without_my(person[0]))
    called = alone or (who in OURS and led.lower == "the" and len(person) == 2)
    return f"{turn.speaker}'s {who}" if called else None


def named_whole(phrase: Phrase) -> str | None:
    """Whose *the capital of France* is: France's. None where what stands behind *of* has no name."""
    if phrase.is_name or phrase.determiner not in {"the", None} or phrase.pronoun is not None:
        return None
    of = _place_behind(phrase) or phrase.of
    if of is None:
        return None
    deepest = of
    while deepest.of is not None and not deepest.is_name:
        deepest = deepest.of
    named = any(x.tag == t.NAME for x in deepest.tokens[deepest.core : deepest.head + 1])
    if deepest.owner is not None or deepest.pronoun is not None or not named:
        return None
    if not deepest.is_name and deepest is phrase.of:
        return None
    start, end = deepest.offsets()
    said = [x for x in deepest.tokens if start <= x.token.start and x.token.end <= end]
    return " ".join(x.lower for x in said) if said else None


def _place_behind(phrase: Phrase) -> Phrase | None:
    """*The head of state in Poland is …*: the name between a subject and its verb."""
    tokens, end = phrase.tokens, phrase.end
    if phrase.determiner != "the" or end >= len(tokens) - 2 or tokens[end].lower not in {"in", "at", "for", "near"}:
        return None
    place = read_phrase(tokens, end + 1)
    if place is None or not place.is_name or place.owner is not None or place.end >= len(tokens):
        return None
    return place if tokens[place.end].tag == t.BE else None


def antecedent(pronoun: str, turn: ReadTurn, phrase: Phrase) -> str:
    """Who a pronoun that leads a phrase stands for: who acts before it in its sentence, else whom the turn named last.

    It is the pronoun itself where that is nobody, for resolution against earlier turns.
    """
    plain = {"him": "he", "her": "she", "them": "they"}.get(pronoun, pronoun)
    here = acts_before(plain, turn.acting, phrase) if turn.acting else None
    return here.name if here is not None else turn.last_meant(plain) or f"?{plain}"


def addressed(phrase: Phrase) -> bool:
    """*Wow, Joanna!*, *Thanks, John*: a name set off by commas speaks to somebody and says nothing."""
    tokens = phrase.tokens
    before = tokens[phrase.start - 1].text if phrase.start else ""
    after = tokens[phrase.end].text if phrase.end < len(tokens) else "."
    last = tokens[phrase.end - 1]
    if last.tag == t.NAME and phrase.end - phrase.core > 1 and tokens[phrase.end - 2].tag == t.NOUN and after in "!?.":
        return phrase.owner is None and phrase.determiner is None
    single = all(x.tag == t.NAME for x in tokens[phrase.core : phrase.end]) and phrase.owner is None
    return (
        single
        and (before in {",", ""} or phrase.start == 0 or tokens[phrase.start - 1].lower in _GREETINGS)
        and after in ",.!?"
    )


_GREETINGS = frozenset(
    "hey hi hello thanks wow yeah yes no bye care congrats dang so oh okay ok sure sorry well man".split()
)
