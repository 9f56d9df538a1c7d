"""Two values set against each other with no verb: *sage and blush rather than sage and cream*, *GitHub, not GitLab*.

Only what is held by the value that it names as left can be meant; what stands behind *not* is no value.
"""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import BY_OLD, DOUBTED, TOLD, Candidate, Part, overlap
from atma_overlay.language.changes.contrasts import GOING_ON, for_once, has_mark
from atma_overlay.language.grammar.kinds import NAMED, kind_of
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.records import Act, Change

_LEAD = r"^(?:(?:ok|okay|actually|no|so|and|well|now|sorry|update|change|correction|oh|yes|yeah)[,:]? )*"
_VALUE = r"[\p{L}\p{N}@][\p{L}\p{N}@.&/'’+#:-]*(?: [\p{L}\p{N}&][\p{L}\p{N}@.&/'’+#:-]*){0,4}?"
_PAIR = re2.compile(
    rf"(?i){_LEAD}(?:(?:the|my|our) )?({_VALUE})(?: please)?,? "
    rf"(?:rather than|instead of|and not|not|no longer) (?:(?:the|my|our) )?({_VALUE})"
    r"(?: (?:now|please|from now on|from here on|going forward))?([.,;!?)]|$)"
)
_TURNED = re2.compile(
    rf"(?i){_LEAD}(?:not|no longer|no more) (?:(?:the|my|our) )?({_VALUE})(?:,| but) "
    rf"(?:(?:the|my|our) )?({_VALUE})([.,;!?)]|$)"
)
_MARKS = frozenset({"rather", "instead", "not", "longer", "more"})
_LOOSE = frozenset(
    """if would could might may should maybe perhaps prefer better like than wish hope think guess says said asked wants
    last used was were then unless when""".split()
)
"""Words by which it is a wish, a thought, somebody's or of another time."""
_GOING_ON = GOING_ON | {"i", "we"}
"""What may stand behind a pair, as its reason; *…, is what she drinks* is of somebody."""


def set_against(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """The candidates of a sentence, with the new one of two values in place of the old where no verb joins them.

    Args:
        found: the candidates.
        scene: the sentence, with a clause that spans it.
    """
    if not has_mark(scene, _MARKS):
        return found
    sentence = scene.sentence
    pair, turned = _PAIR.search(sentence.text), _TURNED.search(sentence.text)
    match = pair or turned
    if match is None:
        return found
    base = sentence.sentence.start
    first, second = _at(match.span(1), base), _at(match.span(2), base)
    new, old = (first, second) if pair is not None else (second, first)
    close = base + match.end(3)
    if any(c.verb_start < len(c.tokens) and c.tokens[c.verb_start].token.start < close for c in sentence.clauses):
        return found
    kept = [c for c in found if c.act is not Act.ASSERT or not overlap(c.span, old)]
    behind = scene.turn.text[close : sentence.sentence.end].lower().split()
    loose = not (sentence.words - {"than"}).isdisjoint(_LOOSE - {"than"}) or for_once(sentence.said)
    if loose or (behind and behind[0].strip(",") not in _GOING_ON):
        return kept
    kind, unit = _kind(scene, new)
    adopted = make(
        scene, scene.turn.speaker, BY_OLD, scene.turn.text[slice(*new)], new, kind, unit, Change.TOLD, TOLD,
        part=Part.ADOPTED, replaces=scene.turn.text[slice(*old)], affirmed=True, single=False,
    )  # fmt: skip
    told_of_all = ":" not in sentence.said and "because" not in sentence.words
    sure = len(scene.turn.sentences) == 1 and told_of_all and _is_told_whole(adopted)
    return [*kept, adopted if sure else adopted.but(confidence=DOUBTED)]


def _is_told_whole(adopted: Candidate) -> bool:
    """Whether the old value is told in so many words; a lone name or hour may be of anything that was asked."""
    several = len((adopted.replaces or "").split()) > 1
    return several and (adopted.value_kind in NAMED or adopted.value_kind == "phrase")


def _at(span: Span, base: int) -> Span:
    return span[0] + base, span[1] + base


def _kind(scene: Scene, span: Span) -> tuple[str, str | None]:
    """The kind and unit of what stands at some place, where it is one phrase."""
    tokens = scene.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.token.start == span[0]), None)
    phrase = scene.sentence.phrase_at(at) if at is not None else None
    if phrase is None or phrase.offsets() != span:
        return "phrase", None
    return kind_of(phrase)
