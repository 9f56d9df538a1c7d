"""What takes something's place by *instead of*: *I bank with KBC now instead of Nordea*."""

from __future__ import annotations

from atma_overlay.language.candidates import TOLD, Candidate, Part, overlap
from atma_overlay.language.changes.contrasts import for_once
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import phrase_span, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.records import Act, Change
from atma_overlay.values.normal import normalise

_COMPANY = frozenset(
    "run walk sit talk eat meet play go travel chat dance climb cook work train call swim ride".split()
)
"""What one does with somebody, whoever they are."""


def instead(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence, what stands before *instead of* in place of what stands behind it.

    Only where the sentence says that it holds by now: *tea instead of coffee today* changes no habit.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    words = scene.sentence.words
    if "instead" not in words or "of" not in words or scene.sentence.sentence.asks:
        return found
    led: Clause | None = None
    for clause in scene.sentence.clauses:
        # I start | work at nine now instead of eight: the verb before tells who and when.
        led = clause if led is None or clause.subject is not None else led
        pair = _pair(clause) if _is_plain(led, clause, scene) else None
        if pair is not None:
            found = _placed(found, scene, *pair)
    return found


def _is_plain(led: Clause, clause: Clause, scene: Scene) -> bool:
    """Whether the speaker, or something of the speaker's that is one thing at a time, is told of as by now."""
    mine = led.subject is not None and led.subject.pronoun in {"i", "we"}
    is_so = led.subject is not None and led.subject.owner in {"my", "our"} and led.verb == "be"
    is_so = is_so and all(s.end is None for s in scene.times)  # this month
    is_so = is_so or _is_of_a_thing(led, scene)
    plain = led.mood == "actual" and not led.negated and not led.asked and led.tense in {"present", "perfect"}
    by_now = "now" in clause.adverbs or scene.told is not Change.NONE
    return plain and (is_so or (mine and by_now)) and led.intro not in {"if", "unless", "when"}


def _is_of_a_thing(led: Clause, scene: Scene) -> bool:
    """*Kyoto is 3 nights instead of 4*, *the budget is 900 instead of 800*: what something measures, and for good."""
    subject = led.subject
    if subject is None or led.verb not in _MEASURING or led.intro is not None or for_once(scene.sentence.said):
        return False
    named = subject.pronoun is None and subject.owner is None and subject.determiner in {None, "the"}
    pair = _pair(led)
    return named and pair is not None and value_of(pair[0])[1] in kinds.COUNTED and not scene.times


_MEASURING = frozenset({"be", "cost", "take", "last"})


def _pair(clause: Clause) -> tuple[Phrase, Phrase] | None:
    """What is done now, and what was done before."""
    for at, complement in enumerate(clause.complements):
        before = complement.phrase.start - 2
        led = complement.preposition == "of" and before > 0 and clause.tokens[before].lower == "instead"
        if not led or at == 0:
            continue
        new, old = clause.complements[at - 1].phrase, complement.phrase
        if clause.complements[at - 1].preposition == "with" and clause.verb in _COMPANY:
            return None  # I run with Jonas now instead of Felix
        told = value_of(new)[1], value_of(old)[1]
        named = told[0] in kinds.NAMED - {"quote"} or told[0] == told[1] or set(told) <= kinds.COUNTED
        return (new, old) if named and new.pronoun is None and old.pronoun is None else None
    return None


def _placed(found: list[Candidate], scene: Scene, new: Phrase, old: Phrase) -> list[Candidate]:
    gone, (value, span), behind = _with_unit(value_text(scene, old)[0], new), value_text(scene, new), phrase_span(old)
    kept = [c for c in found if not overlap(c.span, behind)]
    stated = [c for c in kept if overlap(c.span, span) and c.part is Part.STATEMENT and c.act is Act.ASSERT]
    known = [c for c in stated if c.known_attribute or c.value_kind in kinds.COUNTED]
    if known:
        told = {id(c) for c in known}
        return [c.but(replaces=normalise(gone), change=Change.TOLD) if id(c) in told else c for c in kept]
    adopted = make(
        scene, scene.turn.speaker, "", value, span, value_of(new)[1], None, Change.TOLD, TOLD, part=Part.ADOPTED,
        replaces=gone, affirmed=True, single=False,
    )  # fmt: skip
    return [c for c in kept if c not in stated] + [adopted]


def _with_unit(gone: str, new: Phrase) -> str:
    """*3 nights instead of 4*: a bare number counts what the new one counts."""
    counted = new.tokens[new.head]
    bare = gone.isdigit() and new.end == new.core + 2 and value_of(new)[1] in {"quantity", "money"}
    return f"{gone} {counted.lower}" if bare else gone
