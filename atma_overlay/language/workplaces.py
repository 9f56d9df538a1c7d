"""Where somebody works, as a way of working: *I work from home*, *we're hybrid now*, *I went remote*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language import tags as t
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.clauses import Clause
from atma_overlay.language.making import make
from atma_overlay.language.partings import NOT_TOLD, STOPPING
from atma_overlay.language.scene import TYPED, Scene
from atma_overlay.records import Act, Change

VERBS = frozenset("work be go".split())
"""One of these tells how one works."""
WORK_MODE = "work_mode"
_MODES = {
    ("from", "home"): "home", ("remotely",): "home", ("remote",): "home", ("hybrid",): "hybrid",
    ("in", "the", "office"): "office", ("from", "the", "office"): "office", ("at", "the", "office"): "office",
    ("on-site",): "office", ("onsite",): "office",
}  # fmt: skip
"""Ways of telling the three modes; who works remotely works from home, as far as anybody can tell."""
_BY_VERB = {
    "work": frozenset({"from", "remotely", "in", "at", "on-site", "onsite"}),
    "go": frozenset({"remote", "hybrid"}),
    "be": frozenset({"remote", "hybrid", "in", "at", "on-site", "onsite"}),
}
_FULLY = frozenset(
    "fully mostly mainly now always usually permanently entirely exclusively full-time currently all".split()
)
"""What may stand before the mode."""
_LASTING = (
    "full time", "full-time", "for good", "permanently", "five days a week", "every day", "all week", "these days",
)  # fmt: skip
_GOING_ON = frozenset(
    "now again full full-time permanently for five every all these since and but so because any anymore in".split()
)
"""What may stand behind a mode: *in the office of a lawyer* is none."""
_SOMETIMES = frozenset(
    """today tomorrow yesterday tonight sometimes occasionally once twice until till when whenever while if unless half
    some on two three four one most mornings afternoons except but because this next last for""".split()
)
"""Words behind a mode by which it is that of a part of the time, or of an occasion."""


def work_mode(scene: Scene) -> Iterator[Candidate]:
    """Where the speaker works as a rule; the days of a part of the week are told by themselves."""
    clause = scene.clause
    if clause.subject is None or clause.subject.pronoun not in {"i", "we"} or clause.passive or clause.negated:
        return
    if clause.tense != "present" and not (clause.verb == "go" and clause.done):
        return
    at = _told_at(clause)
    if at is not None:
        yield _mode(scene, *at, told=Change.TOLD if clause.verb == "go" else scene.told)


def left(scene: Scene) -> Iterator[Candidate]:
    """*I stopped working from home*, *I don't work from home any more*: a way in which one works no more."""
    clauses = scene.sentence.clauses
    for n, clause in enumerate(clauses):
        if clause.verb != "work" or clause.asked or clause.mood != "actual" or clause.intro in NOT_TOLD:
            continue
        before = clauses[n - 1] if n else None
        if clause.negated:
            over = bool(clause.adverbs & {"anymore", "longer"}) or "any more" in scene.sentence.lowered
            actor = clause
        else:
            actor = before if before is not None and clause.subject is None else clause
            over = actor is not clause and actor.verb in STOPPING and actor.done
        mine = actor.subject is not None and actor.subject.pronoun in {"i", "we"}
        at = _told_at(clause) if over and mine else None
        if at is not None:
            found = _mode(scene, *at, told=Change.TOLD)
            yield found.but(part=Part.RETIRED, act=Act.END, affirmed=True, value_kind="mention")


def _mode(scene: Scene, mode: str, span: tuple[int, int], *, told: Change) -> Candidate:
    value = scene.turn.text[span[0] : span[1]]
    attribute = scene.lexicon.attributes.get(WORK_MODE, WORK_MODE)
    found = make(scene, scene.turn.speaker, attribute, value, span, "phrase", None, told, TYPED)
    return found.but(norm=mode)


def _told_at(clause: Clause) -> tuple[str, tuple[int, int]] | None:
    """The mode that a clause tells for all of the time, and where."""
    tokens, at = clause.tokens, clause.verb_end
    back = clause.verb == "be" and [x.lower for x in tokens[at : at + 1]] == ["back"]
    at += back
    while at < len(tokens) and tokens[at].lower in _FULLY:
        at += 1
    said = [x.lower for x in tokens[at:]]
    words = next((x for x in _MODES if tuple(said[: len(x)]) == x), None)
    if words is None or words[0] not in _BY_VERB.get(clause.verb, ()):
        return None
    behind = said[len(words) :]
    stop = next((i for i, x in enumerate(tokens[at + len(words) :]) if x.tag == t.PUNCT), len(behind))
    rest = " ".join(behind[:stop])
    lasting = any(x in rest for x in _LASTING)
    there = clause.verb == "be" and words[0] in {"in", "at"}
    if not lasting and (there or not _SOMETIMES.isdisjoint(behind[:stop])):
        return None
    if stop and behind[0] not in _GOING_ON:
        return None
    first, last = tokens[at].token, tokens[at + len(words) - 1].token
    if words[0] in {"from", "in", "at"}:
        first = tokens[at + len(words) - 1].token
    return _MODES[words], (first.start, last.end)
