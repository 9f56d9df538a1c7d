"""Questions for what, who, where, when or how much: the statements that their answers complete."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.answers.parts import Asked, Gap, Question, Said, said_in, verb_at
from atma_overlay.language.answers.voice import is_listener
from atma_overlay.language.grammar import tags as t

_LONGEST_NOUN = 5
"""Tokens that *which* and *how many* may have before the auxiliary."""
_VERSION = re2.compile(r"(?i)^(?:current |exact )?(?:version|release)s? of | (?:version|release)$")
_SORTS = re2.compile(r"(?i)^(?:kind|type|sort|brand|make|model)s? of ")
_COUNTED = {"old": "years old", "tall": "tall", "much": "", "many": ""}
"""What *how …* may ask for, and what stands behind the figure then."""
_LED_TO = frozenset("move relocate go travel fly commute emigrate head".split())
_WORKING = frozenset("work study train volunteer".split())
_NAMING = frozenset({"call", "name"})
_KEPT_TO = frozenset("have own use drive ride go attend work live study bank train host deploy pay".split())
"""Verbs by which the one thing of its kind is asked for: *Which gym do you go to?*, *How much rent do you pay?*"""


def sought(question: Question, *, led: bool) -> Asked | None:
    """What an answer to such a question states; None where no rule tells.

    Args:
        question: the question.
        led: whether a preposition opens it: *in which city do you live?*
    """
    tokens = question.tokens
    start = 1 if led else 0
    at = start + 1
    if tokens[start].lower == "who" and tokens[at].tag == t.VERB:
        gap = Gap("", question.when, after=f" {question.told(at, len(tokens))}")
        return Asked((gap,), apart=bool(question.limits(at)))
    while at < len(tokens) and not _begins_a_clause(question, at) and at - start <= _LONGEST_NOUN:
        at += 1
    wh, noun = tokens[start].lower, _SORTS.sub("", question.told(start + 1, at))
    if at >= len(tokens) or wh == "why" or (wh == "how" and noun.split(" ")[0] not in _COUNTED):
        return None
    said = said_in(question, at)
    if said is None:
        return None
    gaps = _Sought(question, said, wh, noun, tokens[0].lower if led else "").gaps()
    return Asked(tuple(gaps), apart=bool(question.limits(at)), counted=wh == "how") if gaps else None


def _begins_a_clause(question: Question, at: int) -> bool:
    return question.tokens[at].tag in t.AUXILIARY or question.tokens[at].lower in {"you", "your"}


@dataclass(frozen=True, slots=True)
class _Sought:
    """A question by its parts: `wh` asks, for a `noun` where there is one, `led_by` a preposition."""

    question: Question
    said: Said
    wh: str
    noun: str
    led_by: str

    def gaps(self) -> list[Gap]:
        """The statements that an answer may complete, the likeliest first."""
        verb = verb_at(self.question.tokens, self.said.at)
        if verb is not None:
            return [*self._of_noun(verb), *self._of_doing(verb)]
        if self.said.aux == t.BE:
            return [*self._of_version(), *self._of_being()]
        had = self.said.aux == t.HAVE and is_listener(self.said.subject)
        return [Gap(f"{self.said.who} have ", self.question.when)] if had else []

    @property
    def _rest(self) -> str:
        return self.question.told(self.said.at, len(self.question.tokens))

    @property
    def _stranded(self) -> str:
        """The preposition that the question ends in: *which gym do you go to?*."""
        tokens = self.question.tokens
        return tokens[-1].lower if tokens[-1].tag == t.PREP and self.said.at < len(tokens) else ""

    def _of_version(self) -> list[Gap]:
        """*Which version of Node are you on?*: I am on Node 20."""
        named, rest = _VERSION.sub("", self.noun), self._rest
        return [Gap(f"{self.said.helped} {rest} {named} ", self.question.when)] if rest and named != self.noun else []

    def _of_being(self) -> list[Gap]:
        """*What is your rent?*, *Where are you based?*, *How old is your son?*, *What colour is your car?*."""
        question, when, said, stranded = self.question, self.question.when, self.said, self._stranded
        rest = question.told(said.at, len(question.tokens) - bool(stranded))
        before = f"{said.helped} {rest} " if rest else f"{said.helped} "
        if self.wh == "where" or stranded or self.led_by:
            return [Gap(before, when, stranded or self.led_by or "in")]
        if self.wh == "how":
            return [Gap(before, when, unit=_COUNTED[self.noun.split(" ")[0]])]
        name_of = said.subject.of if said.subject.head_lemma == "name" and not rest else None
        if name_of is not None:
            return [Gap(f"{question.told(name_of.start, name_of.end)} is called ", when)]
        if self.noun and not rest:
            return [Gap(f"The {self.noun} of {said.who} is ", when), Gap(f"{said.who} {self.noun} is ", when)]
        return [Gap(before, when)]

    def _of_noun(self, verb: int) -> list[Gap]:
        """*Which gym do you go to?*: my gym is …, since whoever asks so takes it that there is one."""
        question, noun, said = self.question, self.noun.removeprefix("much "), self.said
        if self.wh not in {"what", "which", "how"} or not noun or noun.split(" ")[0] in _COUNTED:
            return []
        named = _VERSION.sub("", noun)
        if named != noun:
            return [Gap(f"{said.helped} {self._rest} {named} ", question.when)]
        led = f" {self.led_by}" if self.led_by else ""
        gaps = [Gap(f"The {noun} {said.helped} {self._rest}{led} is ", question.when)]
        if said.helped == "I" and question.tokens[verb].lemma in _KEPT_TO and not question.limits(said.at):
            gaps.insert(0, Gap(f"My {noun} is ", question.when))
        return gaps

    def _of_doing(self, verb: int) -> list[Gap]:
        """*Where do you live?*, *Who do you bank with?*, *How much do you pay for parking?*."""
        question, when, said = self.question, self.question.when, self.said
        end, lemma = len(question.tokens), question.tokens[verb].lemma
        if lemma in _NAMING:
            return [Gap(f"{said.helped} {self._rest} ", when)]
        if self._stranded and verb < end - 1:
            return [Gap(f"{said.helped} {question.told(said.at, end - 1)} ", when, self._stranded)]
        if self.wh in {"where", "when"} or self.led_by:
            return [Gap(f"{said.helped} {self._rest} ", when, self.led_by or self._place(lemma))]
        rest = question.told(verb + 1, end)
        unit = self.noun.partition(" ")[2] if self.noun.startswith("many ") else ""
        done = question.told(said.at, verb + 1)
        return [Gap(f"{said.helped} {done} ", when, unit=unit, after=f" {rest}" if rest else "")]

    def _place(self, verb: str) -> str:
        """The preposition by which a place is told."""
        if self.wh == "when":
            return ""
        return "to" if verb in _LED_TO else "at" if verb in _WORKING else "in"
