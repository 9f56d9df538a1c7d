"""Which slot a phrase of a rule names: the one that a direct statement about it would fill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.value_phrases import DULL_HEADS, attribute_label, phrase_span, words_of
from atma_overlay.language.rules.rewording import read, stop, word
from atma_overlay.language.turn import ReadSentence, ReadTurn, owner_subject
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act

States = Callable[[ReadSentence, ReadTurn], list[Candidate]]
"""The candidates of one sentence, before anything supposed is left out."""
SOMETHING = "Xyz"
"""A name in the place of a value that nobody told."""
OPEN_ENDED = 0.6
"""Candidates below this confidence name no slot that a rule may write to."""
_NO_SLOTS = frozenset(
    """be have get do say go make take use know want need kind identity mention it that this way
    time everything nothing something people life mind thought stuff chance plan idea world""".split()
)


@dataclass(frozen=True, slots=True)
class Named:
    """A slot as named; `attribute` is empty where only a value names it."""

    attribute: str
    subject: str = ""
    value: str | None = None
    """A present value of it that the wording names."""


_OTHER = frozenset("different new another other".split())
"""*A different gym* is one more value of the gym."""
_NO_SLOTS_OR_DULL_HEADS = _NO_SLOTS | DULL_HEADS


@dataclass(slots=True)
class Rulebook:
    """What reading rules needs: the turn, who its sentence names, the lexicon and the reading of statements."""

    turn: ReadTurn
    sentence: ReadSentence
    lexicon: Lexicon
    states: States
    names: frozenset[str] = field(init=False)
    """Words that are names in the sentence."""
    _reread: dict[tuple[Token, ...], ReadSentence] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note once what every rule asks of the sentence."""
        self.names = frozenset([x.lower for x in self.sentence.tokens if x.tag == t.NAME])
        self._reread = {}

    def reread(self, tokens: Sequence[Token]) -> ReadSentence:
        """Tokens as a sentence of their own, read once; several rules take a sentence apart in the same way."""
        key = tuple(tokens)
        if key not in self._reread:
            self._reread[key] = read(tokens, self.turn.text, self.names)
        return self._reread[key]

    def stated(self, tokens: Sequence[Token]) -> list[Candidate]:
        """What tokens state, told as a fact."""
        full = [*tokens, stop(tokens[-1].end)]
        found = self.states(self.reread(full), self.turn)
        return [c for c in found if c.part is Part.STATEMENT and c.act is Act.ASSERT and c.affirmed]

    def parent_of(self, phrase: Phrase | None) -> Named | None:
        """The slot that a phrase names where its change is spoken of: *my job* is whom one works for."""
        label = attribute_label(phrase)
        known = self.lexicon.altered_by(label) if label and phrase is not None else None
        if known is not None and phrase is not None:
            named: Named | None = Named(known.id, self._subject(owner_subject(phrase, self.turn)))
        else:
            named = self.slot_of(phrase)
        unnamed = phrase is not None and phrase.owner in {"her", "his"}
        if named is not None and phrase is not None and unnamed and not named.subject:
            return replace(named, subject=f"?{'she' if phrase.owner == 'her' else 'he'}")
        return named

    def slot_of(self, phrase: Phrase | None, value: Sequence[Token] = ()) -> Named | None:
        """The slot that a phrase names, as *its value is …* would fill it.

        Args:
            phrase: *my trainer*, *the drain*, *Tilly's coach*.
            value: the value beside it, if one is told.
        """
        if phrase is None or phrase.pronoun is not None:
            return None
        label = attribute_label(phrase)
        if not label or label in DULL_HEADS or label in _NO_SLOTS:
            return None
        if phrase.owner is None and phrase.determiner in {"a", "an", "any", "some", "every", "each"}:
            return None
        thing = words_of(phrase)
        at = thing[-1].end
        given = list(value) or [word(SOMETHING, at)]
        found = [c for c in self.stated([*thing, word("is", at), *given]) if c.span[0] >= given[0].start]
        if found:
            best = max(found, key=lambda c: c.confidence)
            if best.attribute == "identity" and best.subject.endswith(f"'s {phrase.head_lemma}"):
                return Named(best.attribute, best.subject)  # "my daughter's piano teacher": who that is
            if best.attribute in {"identity", "kind"} or (best.thing is not None and best.thing == best.attribute):
                return self.labelled(label, phrase)
            return Named(best.attribute, self._subject(best.subject))
        return self.labelled(label, phrase)

    def labelled(self, label: str, phrase: Phrase | None = None) -> Named | None:
        """The slot by a label: the lexicon's where it has one."""
        first, _, rest = label.partition(" ")
        label = rest if rest and first in _OTHER else label
        if not label or label in _NO_SLOTS_OR_DULL_HEADS or label in w.TIME_NOUNS:
            return None
        known = self.by_words(label)
        subject = owner_subject(phrase, self.turn) if phrase is not None else ""
        attribute = known.id if known is not None else label.lower().replace(" ", "_")
        return Named(attribute, self._subject(subject))

    def by_words(self, label: str) -> Attribute | None:
        """The attribute that a noun names, in the singular or the plural."""
        return self.lexicon.altered_by(label) or self.lexicon.by_noun(label)

    def text_of(self, phrase: Phrase) -> str:
        """A phrase as a value, in the words of the turn."""
        start, end = phrase_span(phrase)
        return self.turn.text[start:end]

    def _subject(self, subject: str) -> str:
        return "" if subject == self.turn.speaker or subject.startswith("?") else subject
