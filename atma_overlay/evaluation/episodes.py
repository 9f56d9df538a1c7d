"""The episode format: a dated conversation, what is true when, and probes whose gold needs no judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, model_validator

from atma_overlay.errors import InvalidInputError
from atma_overlay.loaders.source import checked_path, not_utf8, opened

Family = Literal["dependency", "control", "premise", "deletion", "tracking", "conflict", "implicit", "open"]
"""`open`: nothing is known of what changes, so neither bank nor false supersessions can be measured."""
Task = Literal[
    "exact_recall",
    "aggregation",
    "tracking",
    "deletion",
    "cascade",
    "absence",
    "conflict",
    "historical",
    "change",
    "premise",
    "adaptation",
    "control",
]
EndedBy = Literal["replaced", "corrected", "ended", "retracted", "invalidated", "cascaded"]
Expect = Literal["answer", "uncertain", "absent", "blocked", "supported"]
AskedView = Literal["current", "historical", "change", "neutral"]

_LISTS_OF_LISTS = frozenset({"tracking", "change", "aggregation"})


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class EpisodeTurn(_Part):
    """One turn; `name` is the speaker where several people speak."""

    role: Literal["user", "assistant", "system", "tool"]
    text: str = Field(min_length=1)
    name: str | None = None


class EpisodeSession(_Part):
    """The turns of one sitting, all said at `at`."""

    at: AwareDatetime
    turns: tuple[EpisodeTurn, ...] = Field(min_length=1)


class GoldSpell(_Part):
    """One value of a state, from the session that tells it to the session that ends it.

    With `statement` the value is a whole statement, as a benchmark without slots gives it; it is matched by
    its words, not as a value. `also` are other forms of the same value.
    """

    value: str = Field(min_length=1)
    also: tuple[str, ...] = ()
    statement: bool = False
    from_session: int = Field(ge=0)
    until_session: int | None = None
    ended_by: EndedBy | None = None

    def standing_at(self, session: int) -> bool:
        """Whether the value holds after that session."""
        return self.from_session <= session and (self.until_session is None or session < self.until_session)

    def ended_at(self, session: int) -> bool:
        """Whether the value is over after that session."""
        return self.until_session is not None and self.until_session <= session

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if (self.until_session is None) != (self.ended_by is None):
            raise ValueError("until_session and ended_by come together: give both or neither")
        if self.until_session is not None and self.until_session < self.from_session:
            raise ValueError("until_session comes before from_session")
        return self


class GoldState(_Part):
    """A state variable with its values in order."""

    slot: str = Field(min_length=1)
    history: tuple[GoldSpell, ...] = Field(min_length=1)


class GoldContingency(_Part):
    """A stated rule between two slots; without a `value` the child is unknown once the parent changed."""

    parent: str
    child: str
    value: str | None = None
    when: str | None = None
    from_session: int = Field(ge=0)
    evidence: str
    fires: bool


class Probe(_Part):
    """A question with its gold.

    Attributes:
        category: the benchmark's own name for the kind of question, where reports are to go by that.
        turns: (session, turn) of the evidence, where the gold is a turn to be found and not a value.
        stale_turns: (session, turn) of what is out of date, where that too is to be known by its turn.
        reference: the benchmark's own answer in free words, for token overlap or a grader.
    """

    id: str = Field(min_length=1)
    after_session: int = Field(ge=0)
    pair: str | None = None
    task: Task
    query: str = Field(min_length=1)
    view: AskedView
    expect: Expect
    gold: tuple[str, ...] | tuple[tuple[str, ...], ...] = ()
    stale: tuple[str, ...] = ()
    category: str | None = None
    turns: tuple[tuple[int, int], ...] = ()
    stale_turns: tuple[tuple[int, int], ...] = ()
    reference: str | None = None

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """What must be met: one group of acceptable forms for each value."""
        flat = tuple(form for form in self.gold if isinstance(form, str))
        nested = tuple(forms for forms in self.gold if not isinstance(forms, str))
        return (*((flat,) if flat else ()), *nested)

    @property
    def asks_now(self) -> bool:
        """Whether a value is wanted that holds now."""
        return self.expect == "answer" and self.view in ("current", "neutral")

    @property
    def asks_past(self) -> bool:
        """Whether a value is wanted that held once, or a change."""
        return self.expect == "answer" and self.view in ("historical", "change")

    @model_validator(mode="after")
    def _gold_fits_the_task(self) -> Self:
        if self.expect == "answer" and not (self.gold or self.turns):
            raise ValueError("gold is empty: an answer needs at least one acceptable form")
        if self.task in _LISTS_OF_LISTS and any(isinstance(form, str) for form in self.gold):
            raise ValueError(f"gold must be a list of lists for the task {self.task}")
        return self


class Episode(_Part):
    """A dated conversation with its gold states and its probes.

    `logic` says, in a benchmark's own words, why the first state's old value is over: for a grader, never for a memory.
    """

    id: str = Field(min_length=1)
    family: Family
    source: str = ""
    logic: str | None = None
    sessions: tuple[EpisodeSession, ...] = Field(min_length=1)
    states: tuple[GoldState, ...] = ()
    contingencies: tuple[GoldContingency, ...] = ()
    probes: tuple[Probe, ...] = ()

    @property
    def is_control(self) -> bool:
        """Whether no state changes: whatever is retired is a false supersession."""
        if not self.states:
            return self.family == "control"
        return all(spell.until_session is None for state in self.states for spell in state.history)

    @property
    def user_turns(self) -> int:
        """How often a person spoke."""
        return sum(turn.role == "user" for session in self.sessions for turn in session.turns)

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        last = len(self.sessions) - 1
        if any(b.at < a.at for a, b in zip(self.sessions, self.sessions[1:], strict=False)):
            raise ValueError("sessions are not in order of time: sort them by their dates")
        for spell in (spell for state in self.states for spell in state.history):
            if max(spell.from_session, spell.until_session or 0) > last:
                raise ValueError(f"states: {spell.value!r} names a session after the last one, {last}")
        names = [probe.id for probe in self.probes]
        for probe in self.probes:
            named = (*probe.turns, *probe.stale_turns)
            if any(not 0 <= s <= last or not 0 <= t < len(self.sessions[s].turns) for s, t in named):
                raise ValueError(f"probes: {probe.id!r} names a turn that is not there")
            if probe.after_session > last:
                raise ValueError(f"probes: {probe.id!r} is asked after session {probe.after_session} of {last}")
            if probe.pair is not None and probe.pair not in names:
                raise ValueError(f"probes: {probe.id!r} is paired with {probe.pair!r}, which is no probe here")
        twice = next((name for n, name in enumerate(names) if name in names[:n]), None)
        if twice is not None:
            raise ValueError(f"probes: {twice!r} is the id of two probes: rename one")
        return self


def load_episodes(paths: Sequence[str | Path]) -> tuple[Episode, ...]:
    """The episodes of the files; a folder stands for its `*.jsonl` files.

    Raises:
        InvalidInputError: a file is missing, empty or wrong; the message names file, line and field.
    """
    files = [file for path in paths for file in _files(Path(path))]
    episodes: dict[str, Episode] = {}
    for file in files:
        for number, episode in _read(file):
            if episode.id in episodes:
                raise InvalidInputError(f"{file.name}:{number} id", f"{episode.id!r} is the id of another episode")
            episodes[episode.id] = episode
    if not episodes:
        raise InvalidInputError("paths", "hold no episode: pass episode files, or a folder with *.jsonl files")
    return tuple(episodes.values())


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.jsonl")) if path.is_dir() else [checked_path(path)]


def _read(path: Path) -> Iterator[tuple[int, Episode]]:
    try:
        with opened(path) as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield number, _episode(line, f"{path.name}:{number}")
    except UnicodeDecodeError as error:
        raise not_utf8(path) from error


def _episode(line: str, place: str) -> Episode:
    try:
        return Episode.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        # Pydantic names the member of a union that it tried, e.g. "tuple[str, ...]": no field of the file.
        names = [str(part) for part in first["loc"] if "[" not in str(part)]
        problem = first["msg"].removeprefix("Value error, ")
        raise InvalidInputError(f"{place} {'.'.join(names)}".rstrip(), problem[:1].lower() + problem[1:]) from error
