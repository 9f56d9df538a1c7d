"""What only sounds like a rule of the speaker's: others' words, one that was given up, a thought, a wish, a joke.

*My sister reckons that if I move, my gym will be Pulse*, *I was going to switch if …*, *…, but I've dropped that idea*.
Which words tell so is data (`no_rules.toml`). A rule that does not surely stand is none: once its condition comes true
it would retire what holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from atma_overlay import re2
from atma_overlay.language.doubts import beliefs, commented, disclaimed, imagined
from atma_overlay.language.doubts import no_rule_wordings as said_so
from atma_overlay.language.doubts.further_conditions import needs_more
from atma_overlay.language.doubts.quoted_rules import quoted
from atma_overlay.language.doubts.reported import WHO_KNOWS
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.rules.contingencies import Rules
from atma_overlay.language.rules.rule_parts import Parts, Sort, parts
from atma_overlay.language.turn import ReadSentence, ReadTurn

__all__ = ["as_told"]


def as_told(ruled: Rules, sentence: ReadSentence, turn: ReadTurn) -> Rules:
    """The rules of a sentence, or none where it only sounds like one; what it supposes is no fact either way.

    Args:
        ruled: what was read there.
        sentence: as read.
        turn: the utterance that it is of.
    """
    if not ruled.stated or not _is_no_rule(sentence, turn, frozenset(r.value.lower() for r in ruled.stated if r.value)):
        return ruled
    return Rules((), (*ruled.supposed, *_told_there(sentence)))


def _told_there(sentence: ReadSentence) -> Iterator[Span]:
    found = parts(sentence)
    if found is not None:
        tokens = sentence.tokens
        for start, end in (found.condition, found.main, *found.others):
            yield tokens[start].token.start, tokens[max(start, end - 1)].token.end


def _is_no_rule(sentence: ReadSentence, turn: ReadTurn, values: frozenset[str]) -> bool:
    """Whether a sentence with a condition states no rule of the speaker's that is to stand.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        values: what would take the place of what holds, in lower case.
    """
    found = parts(sentence)
    at = _Places.of(sentence, found)
    return (
        quoted(sentence, turn, at.core)
        or _of_words(at)
        or _by_others(sentence, found, at)
        or _only_thought(sentence, found, at)
        or _denied(found, at)
        or needs_more(sentence, found)
        or _never_to_be(sentence, turn, found, at)
        or _turned_down(sentence, turn, at, values)
        or _in_known_doubt(sentence, turn, at)
    )


_BREAKS = re2.compile(r"[.;:!?()–—]| - |, (?:and|but|so|though|although|yet)\b|^(?:and|but|so)\b")
_PIECE = re2.compile(r"[.;:!?()–—]| - |, (?:but|so|though|although|because|and|if|in case|since|just)\b| because\b")


_APART = re2.compile(r"[.;!?]|, (?:but|and|so|though|although|yet)\b")
"""Behind these it goes on with something else; a colon leads up to what follows."""


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the parts of a conditional sentence stand, as offsets into it; without a condition all is the core."""

    said: str
    core: int
    """Where the rule begins: its condition, or its main clause where that is first."""
    marker: int
    """Where the word of condition stands."""
    middle: int
    """The end of the part that is first."""
    end: int
    main: str
    """The main clause, up to where another is joined to it."""
    lead: str
    """What leads up to the condition, from the last break on."""
    condition: str

    @classmethod
    def of(cls, sentence: ReadSentence, found: Parts | None) -> _Places:
        """Find them."""
        said, begin = sentence.said, sentence.sentence.start
        if found is None:
            return cls(said, 0, 0, 0, len(said), said, "", "")
        tokens = sentence.tokens

        def place(part: tuple[int, int]) -> tuple[int, int]:
            return tokens[part[0]].token.start - begin, tokens[max(part[0], part[1] - 1)].token.end - begin

        marker = tokens[found.marker.start].token.start - begin
        condition, main = place(found.condition), place(found.main)
        broken = [m.end() for m in _BREAKS.finditer(said[:marker])]
        first = main if main[0] < marker else (marker, condition[1])
        piece = _PIECE.search(said[main[0] : main[1]])
        ends = main[1] if piece is None else main[0] + piece.start()
        lead = said[broken[-1] if broken else 0 : marker]
        if main[0] < marker:
            lead = said[min(main[0], marker - len(lead)) : marker]
        return cls(
            said, min(first[0], marker), marker, first[1], max(condition[1], main[1]), said[main[0] : ends], lead,
            said[condition[0] : condition[1]],
        )  # fmt: skip

    @property
    def leads(self) -> bool:
        """Whether the condition is told before what follows from it."""
        return self.core == self.marker


def _of_words(at: _Places) -> bool:
    """*Please test the recorder with this sentence: if …*, *the old rule was that if …*, *forget the note that …*."""
    if said_so.ONLY_WORDS.search(at.said[: at.core]) or said_so.UNMEANT.search(at.said[: at.marker]):
        return True
    apart = [m.end() for m in _APART.finditer(at.said[: at.marker])]
    front = at.said[apart[-1] if apart else 0 : at.marker]
    if not front or said_so.STILL.search(at.said) is not None:
        return False
    if said_so.FRONT.search(front) is not None:
        return not front.startswith(("don't forget", "do not forget", "never forget"))
    meant = said_so.MEANT_THEN.search(front)
    return meant is not None and meant.group("act") not in said_so.SAYING


def _by_others(sentence: ReadSentence, found: Parts | None, at: _Places) -> bool:
    """*My sister reckons that if …*, *they'd all like me to switch if …*: what binds nobody."""
    begin = sentence.sentence.start
    sure = said_so.SURE_OF_IT.search(at.lead)
    if sure is not None and sure.group("who") not in _NOBODY_ELSE:
        return True
    first = at.marker - len(at.lead)
    for clause in sentence.clauses if found is not None else sentence.clauses[:1]:
        verb = clause.tokens[clause.verb_start].token.start - begin
        if found is not None and not first <= verb < at.marker:
            continue
        if clause.verb in said_so.SAID_BY_OTHERS and _of_another(clause) and not beliefs.is_amazed(clause):
            behind = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 3]]
            if behind and (behind[0] in _OF_ANOTHER_S_ACT if clause.verb in _WANTING else behind[0] not in {",", "."}):
                return True
    return False


def _of_another(clause: Clause) -> bool:
    """Whether somebody else acts, alone: not *my wife and I*, nor one whose word counts."""
    subject = clause.subject
    if subject is None or subject.pronoun in {"i", "we", "you", "it", "that", "this", "which", "what"}:
        return False
    who = {x.lower for x in subject.tokens[subject.start : subject.end + 2]}
    return subject.head_lemma not in WHO_KNOWS and subject.head_lemma not in _OF_PAPER and who.isdisjoint(_OURS)


_WANTING = frozenset("want like love expect hope wish prefer".split())
_OF_ANOTHER_S_ACT = frozenset("that if when me us it for i we my our the".split())
"""Behind what others want, what the speaker is to do: *she prefers Bluebird* tells of her."""
_OF_PAPER = frozenset("rule plan deal agreement policy law statute insurer employer bank company regulation".split())
_NOBODY_ELSE = frozenset("i we it that this what which there here one thing".split())
_OURS = frozenset({"i", "we", "me", "us"})


def _only_thought(sentence: ReadSentence, found: Parts | None, at: _Places) -> bool:
    """*I keep wondering whether I'd switch if …*, *maybe I'll switch if …*, *I'd love to switch if …*."""
    thought = said_so.LEAD.search(at.lead)
    decided = thought is not None and said_so.DECIDED.search(at.lead[thought.end() :]) is not None
    if (thought is not None and not decided) or said_so.MAIN.search(at.main) is not None:
        return True
    if found is None:
        return False
    perhaps = said_so.PERHAPS.search(at.main)
    if perhaps is None or perhaps.group("not"):
        return False
    start = sentence.tokens[found.main[0]].token.start - sentence.sentence.start + perhaps.start()
    return perhaps.group() != "may" or not sentence.text[start : start + 1].isupper()  # … would be May


def _denied(found: Parts | None, at: _Places) -> bool:
    """*Moving doesn't mean that my gym becomes …*, *I won't switch if …*."""
    if found is not None and found.marker.sort is not Sort.WHEN:
        return False
    told = f"{at.lead}\n{at.main}" if found is not None else at.main
    if said_so.DENIED.search(told) is not None and "without" not in told:
        return True  # I can't change my car without changing my insurer
    whatever = said_so.WHATEVER.search(at.said[: at.marker]) if found else said_so.IN_ANY_CASE.search(at.said)
    if whatever is not None:
        return True
    if said_so.EITHER_WAY.search(told) is not None or said_so.OF_ITSELF.search(at.said[at.middle :]) is not None:
        return True
    return found is not None and said_so.NOT_TAKEN_UP.search(at.main) is not None and "then" not in at.main.split()


def _never_to_be(sentence: ReadSentence, turn: ReadTurn, found: Parts | None, at: _Places) -> bool:
    """*If I'd moved back in 2015, my gym would be Pulse by now*: what did not come to be."""
    if found is None:
        return False
    inside = next((c for c in sentence.clauses if found.condition[0] <= c.verb_start < found.condition[1]), None)
    words = at.condition.replace("'d", " 'd").split()
    had = (
        inside is not None
        and inside.tense == "perfect"
        and not {"had", "'d"}.isdisjoint(words)
        and "to" not in words[:4]
    )
    if had or said_so.COUNTERFACTUAL.search(at.main) is not None:
        return True
    past = inside is not None and inside.tense in {"past", "habit_past"}
    dated = said_so.LONG_PAST.search(at.said[at.marker :].partition(",")[0]) if past else None
    return dated is not None and (dated.group("year") is None or int(dated.group("year")) < turn.at.year)


def _turned_down(sentence: ReadSentence, turn: ReadTurn, at: _Places, values: frozenset[str]) -> bool:
    """*…, but they're wrong*, *…. Only joking!*, *…, so it's FitWorks*: what is said behind it."""
    behind = at.said[at.middle :]
    if said_so.CAME_TO_NOTHING.search(at.said) is not None:
        return True
    if any(_of_the_whole(m.start(), at) for m in said_so.TAIL.finditer(behind)) or _keeps(sentence, behind, at, values):
        return True
    following = next((x for x in turn.sentences if x.sentence.start >= sentence.sentence.end), None)
    if following is None or following.sentence.asks:
        return False
    return said_so.following(following.said) or _keeps(following, following.said, None, values)


def _of_the_whole(place: int, at: _Places) -> bool:
    """Whether a comment is on more than the condition: not *if I move, which won't be before summer, …*."""
    return not at.leads or place > 2


def _keeps(sentence: ReadSentence, behind: str, at: _Places | None, values: frozenset[str]) -> bool:
    """Whether what holds is kept by its name, and not only for now: *…, so I'm staying with FitWorks*."""
    offset = len(sentence.said) - len(behind)
    for match in said_so.KEPT.finditer(behind):
        group = next(n for n in (1, 2, 3) if match.group(n))
        start = offset + match.start(group)
        named = sentence.text[start : start + 1].isupper() and len(sentence.text) == len(sentence.said)
        told = match.group(group).rstrip(".'")
        if not named or told in w.SUBJECT_PRONOUNS or any(told in v.split() for v in values):
            continue
        if at is not None and not _of_the_whole(match.start(), at):
            continue
        if said_so.FOR_NOW.search(behind[match.start() :]) is None:
            return True
    return False


def _in_known_doubt(sentence: ReadSentence, turn: ReadTurn, at: _Places) -> bool:
    """Whether what holds of any statement tells that this is none: imagined, believed by others, taken back."""
    begin, ends = sentence.sentence.start, sentence.sentence.end
    core = begin + at.core
    withdrawn = [x for x in disclaimed.withdrawn(sentence) if not at.said.endswith(_PLANNED, 0, x[0] - begin)]
    supposed = [x for x in imagined.imagined(sentence) if x[0] != begin + at.marker]  # supposing Sam becomes my boss
    spans = [*supposed, *beliefs.believed(sentence), *withdrawn]
    if any(start < begin + at.middle <= end for start, end in spans):
        return True
    spans = [*commented.taken_back(sentence, turn), *commented.called_in_doubt(sentence, turn, asked_back=False)]
    return any(start <= core and (end == ends or not at.leads or end > begin + at.middle + 2) for start, end in spans)


_PLANNED = tuple(f"{noun}{verb} " for noun in ("plan", "idea", "deal") for verb in (" is", "'s"))
"""*The plan is to switch once …*: it stands, though a plan is no fact."""
