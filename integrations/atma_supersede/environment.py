"""Supersede as an environment of `verifiers` 0.4: tasks, the harness that plays them, and their rewards.

The harness runs in this process and executes nothing that the model writes. Each of its model calls starts from
an empty context, so a rollout's trace has a branch for every session and one for the answer, and the trainer gives
all of them the reward of the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

import httpx
import verifiers.v1 as vf
from pydantic import BaseModel, ConfigDict, Field

from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.matchers import LENIENT, STRICT, Matcher
from atma_overlay.evaluation.notes import BUDGET, budget_for
from atma_overlay.evaluation.suites.registry import Options
from atma_overlay.evaluation.suites.supersede import load
from atma_overlay.evaluation.suites.supersede_timelines import History
from atma_supersede.exchange import MemoryName, Outcome, Sitting, exchange
from atma_supersede.prompts import Prompt
from atma_supersede.rewards import Scored, scored

MatcherName = Literal["strict", "lenient"]
TRAINING_TASKS = 2000
"""The paper's fixed set of training episodes (section 4)."""

_MATCHERS: Mapping[str, Matcher] = {"strict": STRICT, "lenient": LENIENT}


class SittingData(BaseModel):
    """A session of a task: when it was and what was said, as (role, text)."""

    model_config = ConfigDict(frozen=True)

    at: datetime
    turns: tuple[tuple[str, str], ...]


class SupersedeData(vf.TaskData):
    """A conversation, the query after it, and the values that are wanted and superseded."""

    sessions: tuple[SittingData, ...]
    query: str
    current: tuple[str, ...]
    stale: tuple[str, ...] = ()
    asked: Literal["current", "past"] = "current"

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """The sessions as an exchange takes them."""
        return tuple(Sitting(session.at, session.turns) for session in self.sessions)


class SupersedeTaskConfig(vf.TaskConfig):
    """How answers are rewarded."""

    matcher: MatcherName = "strict"
    """`lenient` is the paper's (Appendix A)."""
    stale_weight: float = Field(default=1.0, ge=0)
    """λ; the runs that the paper reports have 0."""


class SupersedeTask(vf.Task[SupersedeData, vf.State, SupersedeTaskConfig]):
    """One conversation with its query."""

    @vf.reward
    async def current_value(self, trace: vf.Trace) -> float:
        """r_cur."""
        return self.scored(trace).current

    @vf.reward
    async def stale_value(self, trace: vf.Trace) -> float:
        """λ·r_stale."""
        return self.config.stale_weight * self.scored(trace).stale

    @vf.metric
    async def verdict(self, trace: vf.Trace) -> dict[str, float]:
        """Which of the four verdicts the answer got, and how often notes overflowed."""
        verdict = self.scored(trace).verdict
        shares = {f"is_{name}": float(name == verdict) for name in ("correct", "stale", "ambiguous", "wrong")}
        return shares | {"notes_overflows": float(trace.info.get("overflows", 0))}

    def scored(self, trace: vf.Trace) -> Scored:
        """The score of the rollout's answer."""
        data = self.data
        return scored(
            trace.last_reply,
            current=data.current,
            stale=data.stale,
            matcher=_MATCHERS[self.config.matcher],
            asked=data.asked,
        )


class SupersedeTasksetConfig(vf.TasksetConfig):
    """Which conversations are played."""

    task: SupersedeTaskConfig = SupersedeTaskConfig()
    path: Path | None = None
    """A LongMemEval file, for its knowledge-update questions; None generates timelines."""
    history: History = "short"
    count: int = Field(default=TRAINING_TASKS, ge=1)
    """How many timelines are generated, or questions read at most."""
    seed: int = 0


class SupersedeTaskset(vf.Taskset[SupersedeTask, SupersedeTasksetConfig]):
    """The conversations: generated timelines, or LongMemEval's knowledge-update questions."""

    def load(self) -> Iterator[SupersedeTask]:
        """The tasks, each with the last probe of an episode."""
        for episode in self._episodes():
            probe = episode.probes[-1]
            if probe.gold:
                yield SupersedeTask(_data(episode, probe), self.config.task)

    def _episodes(self) -> Sequence[Episode]:
        config, history = self.config, {"history": self.config.history}
        if config.path is not None:
            return load([config.path], Options(limit=config.count, given=history))
        return load([], Options(seed=config.seed, given={**history, "count": str(config.count)}))


class SupersedeHarnessConfig(vf.HarnessConfig):
    """What stands between the sessions and the answer."""

    memory: MemoryName = "notes"
    """`overlay` is an external memory without a bound, beside the notes that are trained."""
    budget: int = Field(default=BUDGET, ge=1)
    """Of the notes, in characters."""
    budget_per_session: int | None = Field(default=None, ge=1)
    """In characters, for a bound in proportion to the conversation; it goes before `budget`."""


class SupersedeHarness(vf.Harness[SupersedeHarnessConfig]):
    """Shows the model one session at a time, and the query at the end."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Play one rollout against the interception endpoint."""
        task = SupersedeData.model_validate(data, from_attributes=True)
        headers = {"Authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient(base_url=endpoint, headers=headers, timeout=None) as client:
            try:
                outcome = await self._play(client, task, model=ctx.model)
            except httpx.HTTPStatusError as error:
                # The framework refuses a call when a limit or a stop ended the rollout, and knows which.
                return vf.ProgramResult(exit_code=1, stdout="", stderr=str(error))
        trace.info.update(memory=outcome.memory, memory_kind=outcome.kind, overflows=outcome.overflows)
        return vf.ProgramResult(exit_code=0, stdout=outcome.answer, stderr="")

    async def _play(self, client: httpx.AsyncClient, task: SupersedeData, *, model: str) -> Outcome:
        played = exchange(task.sittings, task.query, memory=self.config.memory, budget=self._budget(len(task.sessions)))
        # An overlay reads the whole conversation before its first prompt: not on the event loop.
        prompt = await asyncio.to_thread(next, played)
        while True:
            try:
                prompt = played.send(await _reply(client, prompt, model=model))
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome

    def _budget(self, sessions: int) -> int:
        per_session = self.config.budget_per_session
        return self.config.budget if per_session is None else budget_for(sessions, per_session=per_session)


class SupersedeEnvConfig(vf.EnvConfig):
    """The one seat, which runs here: nothing that the model writes is executed."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class SupersedeEnv(vf.Env[SupersedeEnvConfig]):
    """Plays each conversation once, by one agent."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """One rollout."""
        await agents.agent.run(task)


async def _reply(client: httpx.AsyncClient, prompt: Prompt, *, model: str) -> str:
    """The model's text; sampling is the run's, set where the call is intercepted."""
    response = await client.post("/chat/completions", json={"model": model, "messages": prompt})
    response.raise_for_status()
    return _Completion.model_validate(response.json()).choices[0].message.content or ""


class _Said(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Said


class _Completion(BaseModel):
    choices: tuple[_Choice, ...] = Field(min_length=1)


def _data(episode: Episode, probe: Probe) -> SupersedeData:
    return SupersedeData(
        id=episode.id,
        name=episode.id,
        prompt=probe.query,
        sessions=tuple(
            SittingData(at=s.at, turns=tuple((turn.role, turn.text) for turn in s.turns)) for s in episode.sessions
        ),
        query=probe.query,
        current=tuple(form for forms in probe.groups for form in forms),
        stale=probe.stale,
        asked="past" if probe.view == "historical" else "current",
    )
