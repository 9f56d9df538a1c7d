"""Conditions said over in the words that the readings know: *I end up leaving X* and *I'm out of X* as *I leave X*.

People seldom say *if I leave Brightwell*; they hand in their notice, get rid of it, are done with it or are moved. What
is put in the place of such a turn of phrase has no length, so that names keep their places in the utterance.
"""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.stretches import stands_at
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.rewording import is_gerund, third, word

_BE = frozenset({"am", "'m", "are", "'re", "is", "'s", "get", "gets", "be"})
_ME = frozenset({"me", "us"})
_MINE = frozenset({"i", "we"})

_SAID_FOR = {
    "leave": """hand in my notice at|part ways with|part company with|walk away from|pull out of|move on from
        |move away from|move out of|come off|go off|get off|stop going to|stop using|stop being with|stop working at
        |stop working for|stop seeing|stop renting|stop paying for|switch from|switch away from|change from""",
    "move to": "end up in|wind up in|land in|settle down in|finish up in",
    "join": "end up at|wind up at|land at|go to work at|go to work for|go and work at|go and work for|get hired by",
    "drop": "get rid of|give up|give up on|bin off|let go of",
    "quit": "pack in|jack in|chuck in",
    "sell": "trade in|cash in",
    "leave my job": "hand in my notice",
    "lose my job": "get laid off|get made redundant|get fired|get sacked|get the sack",
}
"""Turns of phrase in their base forms, by what says the same."""
_TURNS = sorted(
    ((tuple(turn.split()), tuple(put.split())) for put, turns in _SAID_FOR.items() for turn in turns.split("|")),
    key=lambda x: (-len(x[0]), x),
)
_TURNS_AT = {run[0]: tuple(x for x in _TURNS if x[0][0] == run[0]) for run, _ in _TURNS}
"""The same by their first words, the longest first."""
_OVER = tuple(
    tuple(x.split()) for x in ("out of", "done with", "finished with", "through with", "off", "rid of", "shot of")
)
"""Behind *I'm*: what says that something is left."""
_ANY_OF_US = frozenset("members people customers tenants residents students employees users staff players".split())
"""Of whom a rule is told that holds for the speaker, too."""
_SENDING = frozenset("move transfer post relocate send shift switch put place reassign".split())
_SENT = {
    "moved": "move", "transferred": "move", "relocated": "move", "posted": "move", "shifted": "move", "sent": "move",
    "reassigned": "move", "put": "move",
}  # fmt: skip
_LEADS = frozenset({"end", "wind"})
_COMES_TO_IT = tuple(
    tuple(x.split())
    for x in (
        "it comes to it and", "it comes to it", "push comes to shove and", "it so happens that", "it turns out that",
        "it turns out", "it happens that",
    )
)  # fmt: skip
"""What only leads up to the condition."""


def reworded(tokens: Sequence[Token]) -> list[Token]:
    """A condition without roundabout turns of phrase.

    Args:
        tokens: the words behind *if*, trimmed.
    """
    said = _straight(list(tokens))
    if said and said[0].lower in _ANY_OF_US and len(said) > 1 and _base(said[1].lower):
        said = [_put("I", said[0]), *said[1:]]  # "lockers get reassigned when members change plan"
    said = _sent(said)
    out: list[Token] = []
    i = 0
    while i < len(said):
        found = _turn(said, i, out) or _being_out(said, i, out)
        if found is None:
            out.append(said[i])
            i += 1
        else:
            i, put = found
            out += put
    return out


def _straight(said: list[Token]) -> list[Token]:
    """*It comes to it and we move*, *I do move*, *I end up leaving*, *I have to leave*: the act alone."""
    run = next((r for r in _COMES_TO_IT if stands_at(said, 0, r)), None)
    if run is not None and len(said) > len(run) + 1:
        said = said[len(run) :]
    out: list[Token] = []
    i = 0
    while i < len(said):
        lower, after = said[i].lower, said[i + 1].lower if i + 1 < len(said) else ""
        if lower in {"do", "does"} and out and _base(after):
            i += 1
            if lower == "does":
                out.append(_put(third(after), said[i]))
                i += 1
            continue
        done = said[i + 2] if i + 2 < len(said) else None
        if w.verb_lemma(lower) in _LEADS and after == "up" and done is not None and done.lower.endswith("ing"):
            lemma = w.verb_lemma(done.lower)
            if lemma is not None:
                out.append(_put(lemma if lower in _LEADS else third(lemma), done))
                i += 3
                continue
        if lower == "decide" and after == "to" and done is not None and _base(done.lower):
            i += 2
            continue
        out.append(said[i])
        i += 1
    return out


def _sent(said: list[Token]) -> list[Token]:
    """*They move me to X*, *work posts us to X*, *I get moved to X*: as what the speaker does."""
    for i in range(1, min(len(said) - 1, 6)):
        lower, before, after = said[i].lower, said[i - 1].lower, said[i + 1].lower
        if w.verb_lemma(lower) in _SENDING and after in _ME and before not in _MINE | {"to", "n't", "not"}:
            if i + 2 < len(said) and said[i + 2].lower in {"to", "on", "onto", "into", "over", "in"}:
                behind = said[i + 3 :] if said[i + 2].lower == "over" else said[i + 2 :]
                verb = "go" if behind and behind[0].lower in {"on", "onto"} else "move"
                return [_put("I", said[0]), _put(verb, said[i]), *behind]
            return said
        passive = before in {"get", "gets", "am", "'m", "are", "'re"} and lower in _SENT
        if passive and i >= 2 and said[i - 2].lower in _MINE and (after in {"to", "into"}):
            return [*said[: i - 1], _put(_SENT[lower], said[i]), *said[i + 1 :]]
    return said


def _turn(said: Sequence[Token], i: int, out: Sequence[Token]) -> tuple[int, list[Token]] | None:
    """A turn of phrase at a token, with what stands for it."""
    lemma = w.verb_lemma(said[i].lower) or said[i].lower
    for run, put in _TURNS_AT.get(lemma, ()) if out else ():
        if len(said) - i < len(run) or any(said[i + n].lower != x for n, x in enumerate(run) if n and x != "my"):
            continue
        if any(said[i + n].lower not in w.POSSESSIVES for n, x in enumerate(run) if x == "my"):
            continue
        behind = said[i + len(run)].lower if i + len(run) < len(said) else ""
        aimed = put[-1] in {"leave", "drop", "quit", "sell"}
        if aimed and (not behind or behind in w.PREPOSITIONS or is_gerund(behind)):
            continue
        first = put[0] if said[i].lower == lemma else third(put[0])
        return i + len(run), [_put(x, said[i]) for x in (first, *put[1:])]
    return None


def _being_out(said: Sequence[Token], i: int, out: Sequence[Token]) -> tuple[int, list[Token]] | None:
    """*I'm out of Corefit*, *we're done with Corefit*."""
    if said[i].lower not in _BE or not out:
        return None
    at = i + 1
    while at < len(said) and said[at].lower in {"ever", "finally", "fully", "properly", "completely"}:
        at += 1
    run = next((r for r in _OVER if stands_at(said, at, r)), None)
    behind = said[at + len(run)] if run is not None and at + len(run) < len(said) else None
    if run is None or behind is None or behind.lower in w.TIME_NOUNS | {"work", "duty"}:
        return None
    verb = "leaves" if said[i].lower in {"is", "'s", "gets"} else "leave"
    return at + len(run), [_put(verb, said[i])]


def _base(text: str) -> bool:
    return bool(text) and w.verb_lemma(text) == text and text not in {"n't", "not"}


def _put(text: str, beside: Token) -> Token:
    return word(text, beside.start)
