"""Whose state an answer of the judge tells: the speaker's, or that of somebody whom something shown names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from atma_overlay.judge.grounding import RELATIONS, SPEAKER, Grounding
from atma_overlay.judge.question import Question
from atma_overlay.judge.quotes import Parts
from atma_overlay.records import Observation
from atma_overlay.values.terms import terms, words


@dataclass(frozen=True, slots=True)
class Subjects:
    """Whom an answer may tell of.

    Attributes:
        question: what was shown.
        speaker_of: by observation, who said it.
        grounding: what subjects may take words from.
    """

    question: Question
    speaker_of: Mapping[str, str]
    grounding: Grounding

    def named(self, told: str, observation: Observation) -> tuple[str, Parts] | None:
        """The speaker, or somebody whom the turn, a record or another turn names; with the words of the others.

        Args:
            told: what the answer calls them.
            observation: the turn that it reads.

        Returns:
            The subject as the rules write it, and the same with quotes where its words are another text's; None where
            nobody is known by that.
        """
        subject, speaker = self._spelled(told, observation), self.speaker_of[observation.id]
        if subject in {"user", "i", "me", "speaker", speaker}:
            return speaker, ()
        own = set(terms(subject)) - SPEAKER
        if (own and own <= set(terms(observation.text))) or subject in self.speaker_of.values():
            return subject, ()
        parts = self.grounding.subject(subject, observation)
        return None if parts is None else (subject, parts)

    def _spelled(self, named: str, observation: Observation) -> str:
        """A subject as the rules write it: *my sister*, and *sister* where she is the speaker's, is *user's sister*."""
        subject, speaker = " ".join(named.lower().split()), self.speaker_of[observation.id]
        for mine in ("my ", "our ", "user's "):
            if subject.startswith(mine):
                return f"{speaker}'s {subject.removeprefix(mine)}"
        if subject in RELATIONS:
            theirs, own = f"{speaker}'s {subject}", words(observation.text)
            shown = (*self.question.records.values(), *self.question.notes.values())
            said = any(pair in (("my", subject), ("our", subject)) for pair in pairwise(own))
            return theirs if said or any(s.slot.subject == theirs for s in shown) else subject
        return subject
