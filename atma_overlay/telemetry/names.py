"""Every name that reaches OpenTelemetry.

Names that start with `gen_ai.` are those of the OpenTelemetry conventions for generative AI, memory spans included,
which are in development and in no constants package; names that start with `atma.` are this project's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SCOPE: Final = "atma_overlay"
"""The instrumentation scope of the tracer and the meter."""

UPSERT: Final = "upsert_memory"
UPDATE: Final = "update_memory"
SEARCH: Final = "search_memory"
DELETE: Final = "delete_memory"
RETRIEVAL: Final = "retrieval"
CHAT: Final = "chat"


@dataclass(frozen=True, slots=True)
class Operation:
    """A root span: its name by the conventions, and the call of the overlay's face that it is."""

    span: str
    call: str


WRITE_ROOT: Final = Operation(UPSERT, "remember")
READ_ROOT: Final = Operation(SEARCH, "recall")
TIMELINE: Final = Operation(SEARCH, "timeline")
WHY: Final = Operation(SEARCH, "why")
REVIEW: Final = Operation(SEARCH, "review")
RULE: Final = Operation(UPDATE, "rule")
CORRECT: Final = Operation(UPDATE, "correct")
FORGET: Final = Operation(UPDATE, "forget")
ERASE: Final = Operation(DELETE, "erase")
BACKFILL: Final = Operation(UPSERT, "backfill")
RECONCILE: Final = Operation(UPSERT, "reconcile")
DETACH: Final = Operation(UPDATE, "detach")
PRUNE: Final = Operation(UPDATE, "prune")
RESTORE: Final = Operation(UPDATE, "restore")
FLUSH: Final = Operation(UPSERT, "flush")
REJUDGE: Final = Operation(UPSERT, "rejudge")
PROMOTE: Final = Operation(UPSERT, "promote")
AUDIT: Final = Operation(SEARCH, "audit")

EXTRACT: Final = "extract"
ADJUDICATE: Final = "adjudicate"
PROPAGATE: Final = "propagate"
COMMIT: Final = "commit"
INFER_VIEW: Final = "infer_view"
LINK: Final = "link"
BUILD_PACKET: Final = "build_packet"
CHECK_PREMISES: Final = "check_premises"
RENDER: Final = "render"
HOST: Final = "host"
STORE_SEARCH: Final = "search"
MAINTAIN: Final = "maintain"
STAGES: Final = frozenset({
    EXTRACT, ADJUDICATE, PROPAGATE, COMMIT, HOST, STORE_SEARCH, INFER_VIEW, LINK, BUILD_PACKET, CHECK_PREMISES, RENDER,
    MAINTAIN,
})  # fmt: skip
"""The stages that flows enter: the values of `ATMA_STAGE`, and the names of their spans after `STAGE_PREFIX`."""
CALLS: Final = frozenset({STORE_SEARCH, HOST})
"""The stages that are calls of the host and nothing else: the calls have spans, these only where they failed."""
STAGE_PREFIX: Final = "atma."
EVAL: Final = "atma.eval"
EVAL_EPISODE: Final = "atma.eval.episode"

OPERATION_NAME: Final = "gen_ai.operation.name"
PROVIDER_NAME: Final = "gen_ai.provider.name"
STORE_ID: Final = "gen_ai.memory.store.id"
RECORD_ID: Final = "gen_ai.memory.record.id"
RECORD_COUNT: Final = "gen_ai.memory.record.count"
CONVERSATION_ID: Final = "gen_ai.conversation.id"
DATA_SOURCE_ID: Final = "gen_ai.data_source.id"
TOP_K: Final = "gen_ai.retrieval.top_k"
REQUEST_MODEL: Final = "gen_ai.request.model"
REQUEST_MAX_TOKENS: Final = "gen_ai.request.max_tokens"
RESPONSE_MODEL: Final = "gen_ai.response.model"
INPUT_TOKENS: Final = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS: Final = "gen_ai.usage.output_tokens"
SERVER_ADDRESS: Final = "server.address"
SERVER_PORT: Final = "server.port"
ERROR_TYPE: Final = "error.type"

ATMA_CALL: Final = "atma.call"
ATMA_STAGE: Final = "atma.stage"
ATMA_MODE: Final = "atma.mode"
ATMA_REVISION: Final = "atma.ledger.revision"
ATMA_VIEW: Final = "atma.view"
ATMA_DEGRADED: Final = "atma.degraded"
ATMA_OBSERVATIONS: Final = "atma.observations"
ATMA_FAN_OUT: Final = "atma.propagate.fan_out"
ATMA_CHARACTERS: Final = "atma.render.characters"
ATMA_PROMPT: Final = "atma.prompt"
ATMA_COMPLETIONS: Final = "atma.completions"
DECISIONS_PREFIX: Final = "atma.decisions."
ROWS_PREFIX: Final = "atma.rows."
ATMA_INSTRUCTIONS: Final = "atma.instructions"
SUPPRESSED_PREFIX: Final = "atma.suppressed."
PREMISES_PREFIX: Final = "atma.premises."
JUDGED_PREFIX: Final = "atma.judge."
EVAL_SUITE: Final = "atma.eval.suite"
EVAL_EPISODES: Final = "atma.eval.episodes"
EVAL_SYSTEMS: Final = "atma.eval.systems"

DECISION_EVENT: Final = "atma.decision"
TRANSITION_EVENT: Final = "atma.transition"
PREMISE_EVENT: Final = "atma.premise.outdated"
ATMA_DECISION: Final = "atma.decision"
ATMA_RECORDS: Final = "atma.record.ids"
ATMA_OBSERVATIONS_IDS: Final = "atma.observation.ids"
ATMA_TRANSITION: Final = "atma.transition.id"
ATMA_TRANSITIONS: Final = "atma.transition.ids"
ATMA_FROM: Final = "atma.transition.from"
ATMA_TO: Final = "atma.transition.to"
ATMA_CAUSE: Final = "atma.transition.cause"
ATMA_KIND: Final = "atma.transition.kind"
ATMA_STATE: Final = "atma.transition.state"
ATMA_DECIDER: Final = "atma.decider"
ATMA_VERDICT: Final = "atma.premise.verdict"
ATMA_LABEL: Final = "atma.row.label"
ATMA_ACTION: Final = "atma.row.action"
ATMA_LINK: Final = "atma.link"

CAPTURE_CONTENT: Final = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
QUERY_TEXT: Final = "gen_ai.memory.query.text"
RECORDS_TEXT: Final = "gen_ai.memory.records"
INPUT_MESSAGES: Final = "gen_ai.input.messages"
OUTPUT_MESSAGES: Final = "gen_ai.output.messages"
FROM_TEXT: Final = "atma.transition.from.value"
TO_TEXT: Final = "atma.transition.to.value"
PREMISE_TEXT: Final = "atma.premise.text"
CURRENT_TEXT: Final = "atma.premise.current"

OPERATION_DURATION: Final = "gen_ai.client.operation.duration"
STAGE_DURATION: Final = "atma.stage.duration"
DECISIONS: Final = "atma.decisions"
PREMISE_CHECKS: Final = "atma.premise.checks"
ROWS: Final = "atma.rows"
PACKET_TOKENS: Final = "atma.packet.tokens"
JUDGE_TOKENS: Final = "atma.judge.tokens"

OPERATION_SECONDS: Final = tuple(0.01 * 2**n for n in range(14))
"""Bucket bounds of the operation's duration: 0.01 doubling to 81.92 seconds, as the conventions have them."""
STAGE_SECONDS: Final = tuple(0.0001 * 2**n for n in range(18))
"""Bucket bounds of a stage's duration: 0.1 ms doubling to about 13 seconds."""
TOKENS: Final = tuple(4.0**n for n in range(2, 11))
"""Bucket bounds of token counts: 16, fourfold each, to about a million."""


class Decided(StrEnum):
    """What a write decided on a statement or a record; the share of REPLACE is the fire rate."""

    ADD = "add"
    REPLACE = "replace"
    REFINE = "refine"
    CORRECT = "correct"
    END = "end"
    INVALIDATE = "invalidate"
    CASCADE = "cascade"
    RETRACT = "retract"
    RESTORE = "restore"
    PROPOSE = "propose"
    WITHDRAW = "withdraw"
    UNDO = "undo"
    DECLINE = "decline"
    NO_OP = "no_op"


class Action(StrEnum):
    """What a recall did with a row: the host had found it, the ledger added it, or it was left out.

    What stands among the instructions of a packet is there whatever was asked.
    """

    KEPT = "kept"
    ADDED = "added"
    SUPPRESSED = "suppressed"
    INSTRUCTED = "instructed"


class Left(StrEnum):
    """Why rows were left out; the label of a suppressed row, since it was never given one."""

    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    BUDGET = "budget"
    LIMIT = "limit"
    EXPIRED = "expired"
    ARCHIVED = "archived"
    UNGROUNDED = "ungrounded"
    REPEATED = "repeated"
    INSTRUCTIONS = "instructions"


class Decider(StrEnum):
    """Who decided, without a name."""

    RULES = "rules"
    MODEL = "model"
    PERSON = "person"


class Tie(StrEnum):
    """What a read's link leads to: the write of a row's record, or the write that caused a transition."""

    WROTE = "wrote"
    CAUSED = "caused"
