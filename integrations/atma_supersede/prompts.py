"""What the model is shown: its notes with one session, then its memory with the query."""

from __future__ import annotations

from typing import Literal

NOTES_SYSTEM = (
    "You keep notes about a user across many sessions. You see each session once and never again; your notes are "
    "all that you will have when a question is asked."
)
REWRITE = """Your notes so far:
{notes}

Session {number} of {count}:
{session}

Rewrite your notes in at most {budget} characters: what is longer is cut off. Keep what may be asked about later, \
and replace values that no longer hold. Reply with the notes only."""
ANSWER_SYSTEM = "You answer a question about a user from your memory alone."
FROM_MEMORY = """Your memory:
{memory}

Question: {query}

Answer with the value that holds, in a few words. Reply with the answer only."""
NOTHING = "(nothing)"

Message = dict[Literal["role", "content"], str]
Prompt = list[Message]


def rewrite_prompt(notes: str, session: str, *, number: int, count: int, budget: int) -> Prompt:
    """Asks for the notes after one session; earlier sessions are not in it."""
    text = REWRITE.format(notes=notes or NOTHING, session=session, number=number, count=count, budget=budget)
    return _prompt(NOTES_SYSTEM, text)


def answer_prompt(memory: str, query: str) -> Prompt:
    """Asks for the answer from a memory; no session is in it."""
    return _prompt(ANSWER_SYSTEM, FROM_MEMORY.format(memory=memory or NOTHING, query=query))


def _prompt(system: str, user: str) -> Prompt:
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]
