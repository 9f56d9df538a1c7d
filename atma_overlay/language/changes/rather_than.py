"""What is plainly so, set against what it is not: *reports go to Will, not Tina*, *lunch is at one rather than noon*.

What it is not is no value, and what it is takes the place of it where that is what was held. What somebody does may be
so for once, or always have been, so that it is proposed.
"""

from __future__ import annotations

from atma_overlay.language.candidates import BY_FALLING_OUT, DOUBTED, RETIRE, Candidate, Part, overlap
from atma_overlay.language.changes.contrasts import GOING_ON, for_once, has_mark
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.records import Act, Change
from atma_overlay.values.normal import normalise

_MARKS = frozenset({"rather", "instead", "not"})
_WISHING = frozenset(
    """prefer like want need recommend suggest choose think wish love hate mean say know hope consider try look feel see
    would ask expect plan""".split()
)
"""Verbs of what is no state by itself, or may be of anything."""
_NOT_ALWAYS = frozenset("sometimes often usually mostly ideally occasionally if unless when maybe perhaps".split())
_LEADING = frozenset("at on in with to by for via".split())
_BY_NOW = (("from", "now", "on"), ("these", "days"), ("now",))
"""What may stand between what is so and what is not."""
_ANOTHER = frozenset({"other", "another", "others"})
_OWN = frozenset({"my", "our"})


def rather_than(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence, with what is so in place of what stands behind *not*, *rather than*, *instead of*.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    if not has_mark(scene, _MARKS):
        return found
    sentence = scene.sentence
    for clause in sentence.clauses:
        pair = _pair(clause) if _is_plain(clause) else None
        if pair is not None and not any(c.replaces and overlap(c.span, phrase_span(pair[0])) for c in found):
            return _placed(found, scene, clause, pair)
    return found


def _is_plain(clause: Clause) -> bool:
    if clause.subject is not None and not _ANOTHER.isdisjoint(_words(clause.subject)):
        return False  # the other team plays in blue, not red
    plain = clause.mood == "actual" and clause.tense == "present" and not clause.negated and not clause.asked
    return plain and clause.intro in {None, "so", "and", "but"} and clause.verb not in _WISHING


def _is_one_of_several(thing: Phrase) -> bool:
    """*The nightly builds*, *weekly backups*: more than a noun with what leads it."""
    before = thing.tokens[thing.start - 1] if thing.start else None
    told_apart = any(x.tag not in t.POSS_OR_DET for x in thing.tokens[thing.start : thing.head])
    return told_apart or (before is not None and before.token.kind == "word")


def _words(phrase: Phrase) -> set[str]:
    return {x.lower for x in phrase.tokens[phrase.start : phrase.end]}


def _pair(clause: Clause) -> tuple[Phrase, Phrase] | None:
    """What is so, and what is not, where that closes what is said or has its reason behind it."""
    tokens = clause.tokens
    for i in range(clause.verb_end + 1, len(tokens) - 1):
        at, behind = _mark(tokens, i, clause)
        if at is None:
            continue
        at -= tokens[at - 1].lower == "please"
        at -= next((len(x) for x in _BY_NOW if tuple(y.lower for y in tokens[at - len(x) : at]) == x), 0)
        behind += tokens[behind].lower in _LEADING and behind + 1 < len(tokens)
        old = read_phrase(tokens, behind)
        new = next((c.phrase for c in clause.complements if c.phrase.end == at), None)
        if old is None or new is None or old.pronoun is not None or new.pronoun is not None:
            return None
        return (new, old) if _closes(tokens, old.end) else None
    return None


def _mark(tokens: tuple[t.Tagged, ...], i: int, clause: Clause) -> tuple[int | None, int]:
    """Where a mark begins that stands at a place, and where what it is not does; None where there is no mark."""
    said, after = tokens[i].lower, tokens[i + 1].lower
    if (said, after) in {("rather", "than"), ("instead", "of")}:
        return i, min(i + 2, len(tokens) - 1)
    if said == "not" and tokens[i - 1].lower in {",", "and"} and clause.verb != "be":  # which `corrections` reads
        return i - 1, i + 1
    return None, i


def _closes(tokens: tuple[t.Tagged, ...], end: int) -> bool:
    if end >= len(tokens) or tokens[end].text in {".", "!", ";", ")"}:
        return True
    behind = tokens[end + 1].lower if end + 1 < len(tokens) else "it"
    return tokens[end].text == "," and behind in GOING_ON


def _placed(
    found: list[Candidate], scene: Scene, clause: Clause, pair: tuple[Phrase, Phrase]
) -> list[Candidate]:  # fmt: skip
    new, old = phrase_span(pair[0]), phrase_span(pair[1])
    kept = [c for c in found if c.act is not Act.ASSERT or c.part is not Part.STATEMENT or not overlap(c.span, old)]
    words = scene.sentence.words
    if for_once(scene.sentence.said) or not words.isdisjoint(_NOT_ALWAYS) or not _is_ours(clause):
        return kept
    value, span = value_text(scene, pair[1])
    left = make(
        scene, scene.turn.speaker, BY_FALLING_OUT, value, span, "mention", None, Change.TOLD, RETIRE,
        part=Part.PARTED, act=Act.END, affirmed=True, single=False,
    )  # fmt: skip
    who = clause.subject
    if who is None or ":" in scene.sentence.said or _is_one_of_several(who):
        return kept
    gone = normalise(value)
    told = {id(c) for c in kept if _is_stated(c, scene, new)}
    if who.pronoun in {"i", "we"}:
        days = told and kind_of(pair[0])[0] == kind_of(pair[1])[0] == "day" and scene.told is not Change.NONE
        if not days:
            return [*kept, left.but(confidence=DOUBTED)]
        return [c.but(replaces=gone, change=Change.TOLD) if id(c) in told else c for c in kept]
    return [*(c.but(replaces=gone, change=Change.TOLD) if id(c) in told else c for c in kept), left]


def _is_stated(candidate: Candidate, scene: Scene, span: tuple[int, int]) -> bool:
    plain = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.affirmed
    return plain and candidate.subject == scene.turn.speaker and overlap(candidate.span, span)


def _is_ours(clause: Clause) -> bool:
    """*I*, *we*, *our deliveries*, *the reports*; not *this one*, *some reports*, *Dad's train*, *she*.

    What *the shop next door* does with something is its own.
    """
    subject = clause.subject
    if subject is None or subject.pronoun is not None:
        return subject is not None and subject.pronoun in {"i", "we"}
    owned = (subject.owner is None or subject.owner in _OWN) and not subject.owner_is_name
    thing = clause.bare()
    done = thing is not None and thing.head_lemma != "please"
    acts = subject.owner is None and clause.verb != "be" and done
    return owned and not acts and subject.determiner in {None, "the"} and not subject.is_name
