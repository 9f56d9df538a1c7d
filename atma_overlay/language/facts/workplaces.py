"""Where somebody works, as a way of working: *I work from home*, *we're hybrid now*, *I went remote*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.doubts.happened import NOT_QUITE, in_doubt
from atma_overlay.language.endings.partings import NOT_TOLD, STOPPING
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.making import make
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
_LONGEST_MODE = max(map(len, _MODES))
_MODES_OF = {first: tuple(x for x in _MODES if x[0] == first) for first, *_ in _MODES}
"""The ways of telling them by their first word."""
_BY_VERB = {
    "work": frozenset({"from", "remotely", "in", "at", "on-site", "onsite"}),
    "go": frozenset({"remote", "hybrid"}),
    "be": frozenset({"remote", "hybrid", "in", "at", "on-site", "onsite"}),
}
_FULLY = frozenset(
    "fully mostly mainly now always usually permanently entirely exclusively full-time currently all".split()
)
"""What may stand before the mode."""
_WHEN = (
    r"(?:\d{4}|(?:last|this|early|late) \p{L}+|the (?:\p{L}+ )?(?:year|pandemic)|"
    + "|".join(sorted(w.MONTH_NAMES))
    + ")"
)
_LASTING = (
    r"full[ -]time|for good|permanently|(?:five|5) days a week|every (?:single )?(?:working )?(?:day|weekday)|"
    r"these days|nowadays|all the time"
)
_GOES_ON = (
    rf"(?:{_LASTING}|now|again|too|exclusively|altogether|completely|entirely|any ?more|any longer|at last|"
    rf"since {_WHEN}|as of (?:today|this \p{{L}}+))"
)
_BEHIND = re2.compile(rf"^(?:{_GOES_ON}(?: |$))*(?:$|(?:and|so)\b)")
"""What may stand behind a mode: *in the office of a lawyer*, *in winter*, *every so often* tell no way of working."""
_ALWAYS = re2.compile(rf"\b(?:{_LASTING})(?: |$)")
_ENDED = re2.compile(
    rf"^(?:(?:now|any ?more|any longer|altogether|completely|entirely|for good|since {_WHEN}|in {_WHEN}|last \p{{L}}+)"
    r"(?: |$))*(?:$|(?:and|so|but|because|since|after)\b)"
)
"""What may stand behind a mode that is over; *any more than you do*, *on Fridays*, *every day* leave some of it."""
_APPOSED = frozenset("the a an my our half one see".split())
"""What begins an apposition: *in the office, the one upstairs*, *hybrid, a Toyota*."""
_BEFORE = re2.compile(
    r"^(?:(?:hi|hey|so|well|ok|okay|and|but|update|fyi|btw|by the way|(?:good |big )?news|actually|finally|at last|now|"
    r"nowadays|these days|currently|anyway|from now on|now that|because|since|oh|yes|yeah|no|"
    rf"(?:since|as of) (?:today|{_WHEN})|after (?:\p{{L}}+ ){{0,2}}(?:years?|months?))\b\W*)*$"
)
"""What may stand before: *Every Friday*, *next week*, *on paper* tell of no way of working, or not yet."""
_ON_CONDITION = frozenset("when whenever while if unless until till before once".split())
_ONLY = frozenset("only just always exclusively solely even ever mostly mainly usually really".split())
_DRIVEN = frozenset("mileage fuel petrol diesel car cars electric plug-in toyota prius hyundai honda gas mpg".split())


def work_mode(scene: Scene) -> Iterator[Candidate]:
    """Where the speaker works as a rule; the days of a part of the week are told by themselves."""
    clause = scene.clause
    if clause.subject is None or clause.subject.pronoun not in {"i", "we"} or clause.passive or clause.negated:
        return
    if clause.tense != "present" and not (clause.verb == "go" and clause.done):
        return
    at = _told_at(clause, _BEHIND)
    if at is not None and _is_told(scene):
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
        if not over or not mine:
            continue
        whole = _ONLY.isdisjoint([x.lower for x in clause.tokens[actor.start : clause.verb_end]])
        at = _told_at(clause, _ENDED) if whole and not in_doubt(actor, scene) else None
        if at is not None:
            found = _mode(scene, *at, told=Change.TOLD)
            yield found.but(part=Part.RETIRED, act=Act.END, affirmed=True, value_kind="mention")


def _mode(scene: Scene, mode: str, span: tuple[int, int], *, told: Change) -> Candidate:
    value = scene.turn.text[span[0] : span[1]]
    attribute = scene.lexicon.attributes.get(WORK_MODE, WORK_MODE)
    found = make(scene, scene.turn.speaker, attribute, value, span, "phrase", None, told, TYPED)
    return found.but(norm=mode)


def _is_told(scene: Scene) -> bool:
    """Whether a mode is told as such: of no day or case before it, in nobody's contract, and of no car."""
    clause = scene.clause
    if not scene.sentence.words.isdisjoint(_DRIVEN) or not clause.adverbs.isdisjoint(NOT_QUITE):
        return False
    others = [c for c in scene.sentence.clauses if c.verb_start != clause.verb_start]
    before = [c for c in others if c.verb_start < clause.verb_start]
    start = scene.sentence.sentence.start
    if before:
        last = before[-1]
        start = last.tokens[max(last.start, last.end - 1)].token.end
    said = scene.turn.text[start : clause.tokens[clause.start].token.start].lower().strip()
    if any(c.intro in _ON_CONDITION for c in others) or (before and said in {"", "that"}):
        return False  # my boss says I work …
    return _BEFORE.search(said.lstrip(" ,;:.-–—")) is not None


def _told_at(clause: Clause, goes_on: re2._Regexp) -> tuple[str, tuple[int, int]] | None:
    """The mode that a clause tells for all of the time, and where."""
    tokens, at = clause.tokens, clause.verb_end
    back = clause.verb == "be" and [x.lower for x in tokens[at : at + 1]] == ["back"]
    at += back
    while at < len(tokens) and tokens[at].lower in _FULLY:
        at += 1
    if at == len(tokens) or tokens[at].lower not in _BY_VERB.get(clause.verb, ()):
        return None
    said = tuple(x.lower for x in tokens[at : at + _LONGEST_MODE])
    words = next((x for x in _MODES_OF.get(said[0], ()) if said[: len(x)] == x), None)
    if words is None:
        return None
    behind = tokens[at + len(words) :]
    stop = next((i for i, x in enumerate(behind) if x.tag == t.PUNCT and x.text != "-"), len(behind))
    rest = " ".join(x.lower for x in behind[:stop]).replace(" - ", "-")
    if goes_on.search(rest) is None:
        return None
    there = clause.verb == "be" and words[0] in {"in", "at", "on-site", "onsite"}
    bare = clause.verb == "be" and at == clause.verb_end and (not rest or rest.startswith("and "))
    beside = [x.lower for x in behind[stop + 1 : stop + 2]]
    if (
        (there and _ALWAYS.search(rest) is None)
        or not _APPOSED.isdisjoint(beside)
        or (bare and (rest or beside[:1] not in ([], [""])))
    ):
        return None
    first, last = tokens[at].token, tokens[at + len(words) - 1].token
    if words[0] in {"from", "in", "at"}:
        first = tokens[at + len(words) - 1].token
    return _MODES[words], (first.start, last.end)
