"""Who came into a post: *Ms Jahn was elected auditor*, *they made Ilse our team lead*, *Sunita took over as treasurer*.

Whose post it is only what is known can tell: see `state.resolution.adopting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import BY_POST, TOLD, Candidate, Part
from atma_overlay.language.endings.occasions import is_bounded
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.stretches import Cover
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import attribute_label, tells_when
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, value_text
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Change

_CHOOSING = frozenset("elect appoint name make vote choose pick designate promote install confirm".split())
_SUCCEEDING = frozenset({"take", "replace", "succeed"})
_STEPPING = frozenset({"step"})
_ASSUMING = frozenset("take get inherit assume fill land".split())
_PASSING = frozenset("go pass fall move".split())
_SIGNS = _CHOOSING | _SUCCEEDING | _STEPPING | {"become"}
OFFICES = frozenset("role job post position hat".split())
"""*The tech lead role*: with it, who has the post."""
_SHIP = "ship"
_WITH_SHIP = frozenset({"sponsor", "leader", "owner"})
_BE = frozenset({"was", "were", "been", "got", "is", "are"})
_LOOSE = frozenset("if unless when whenever once until till whether before after while".split())
_TO_A_POST = frozenset({"as", "to"})
_OF_THE_POST = frozenset({None, "as", "to", "from"})
_TIMES = frozenset("yesterday today tonight then but first since because twice once".split())
_PLAINLY = frozenset("now just recently finally officially already ago".split())
_JOINING = frozenset({"and", "so", ",", ".", ";"})


def may_appoint(sentence: ReadSentence) -> bool:
    """Whether a sentence can tell of somebody who came into a post."""
    said = sentence.words
    if "role" in said or "job" in said or "post" in said or "position" in said or "hat" in said:
        return True
    by_verb = not _SIGNS.isdisjoint(sentence.verbs) or ("be" in sentence.verbs and "now" in said)
    return by_verb or "sponsorship" in said or "leadership" in said or "ownership" in said


def appointed(scene: Scene) -> Iterator[Candidate]:
    """Who has a post from now on, and whom that somebody follows where it is told; the post stands as the doer.

    Args:
        scene: the clause and what surrounds it.
    """
    clause = scene.clause
    if clause.mood != "actual" or clause.negated or clause.asked or clause.progressive or clause.intro in _LOOSE:
        return
    read = _in_post_now(scene) if clause.verb == "be" else _came_in(scene)
    label = ""
    if read is None:
        took = _took_office(scene)
        if took is None:
            return
        read, label = (took[0], took[1], None), _office(took[1])
    who, post, before = read
    if not _is_somebody(who) or not _is_a_post(post):
        return
    value, span = value_text(scene, who)
    ours = post.owner is not None or (scene.clause.subject is not None and scene.clause.subject.pronoun == "we")
    made = make(
        scene, scene.turn.speaker, BY_POST, value, span, "name", None, Change.TOLD, TOLD, part=Part.ADOPTED,
        replaces=None if before is None else value_text(scene, before)[0], affirmed=True, single=False,
    ).but(doer=f"{'our ' if ours else ''}{label or attribute_label(post)}")  # fmt: skip
    doubtful = made.temporary or _is_doubtful(scene, post)
    made = made.but(valid_to=None, temporary=False)
    yield made.doubted() if doubtful else made


def _is_doubtful(scene: Scene, post: Phrase) -> bool:
    """Whether it may be another post, for a time, or not so: *at the tennis club*, *before Moritz*, *I wish they …*.

    What is told by itself, or behind *and* or *so*, is not.
    """
    clause, sentence = scene.clause, scene.sentence
    told = [c for c in clause.complements if c.phrase != post and (is_bounded(c) or not tells_when(c.phrase))]
    if any(is_bounded(c) or c.preposition not in _OF_THE_POST for c in told):
        return True
    left = next((c for c in sentence.clauses if c is not clause and _after_who_left(c)), None)
    loose = _LOOSE - {"after"} if left is not None else _LOOSE
    if not (loose | _TIMES).isdisjoint(sentence.words) or not clause.adverbs <= _PLAINLY:
        return True
    who = clause.subject
    opens = who is not None and (who.start == 0 or sentence.tokens[who.start - 1].lower in _JOINING)
    opens = opens or (who is not None and _only_says_when(sentence.tokens[: who.start], scene))
    around = [c for c in sentence.clauses if c is not clause and c is not left]
    if not opens or any(c.verb_start > clause.verb_start or c.intro not in {None, "and", "so"} for c in around):
        return True
    chose = clause.verb in _CHOOSING and not _was_chosen(clause)
    return chose and who is not None and who.pronoun is None and who.determiner != "the"


def _after_who_left(clause: Clause) -> bool:
    """*Oscar got the job after Pernille left*."""
    who = clause.subject
    somebody = who is not None and (who.is_name or who.pronoun in {"he", "she", "they"})
    return clause.intro == "after" and somebody and clause.done and not clause.negated


def _only_says_when(before: Sequence[Tagged], scene: Scene) -> bool:
    """Whether nothing but a time that is over opens the sentence: *last week Priya took over as …*."""
    over = Cover(x.span for x in scene.times if x.start < scene.turn.at)
    return all(over.holds((x.token.start, x.token.end)) for x in before)


_OVER_OR_UP = {"take": frozenset({"over"}), "step": frozenset({"up", "in"})}


def _came_in(scene: Scene) -> tuple[Phrase, Phrase, Phrase | None] | None:
    """Who came in, the post, and who had it before."""
    clause, who = scene.clause, scene.clause.subject
    if who is None or clause.tense not in {"past", "perfect"}:
        return None
    bare = [c.phrase for c in clause.complements if c.preposition is None and not tells_when(c.phrase)]
    behind = next((c.phrase for c in clause.complements if c.preposition in _TO_A_POST), None)
    if clause.verb in _CHOOSING:
        if _was_chosen(clause):
            post = bare[0] if bare else behind
            return None if post is None else (who, post, None)
        post = bare[1] if len(bare) > 1 else behind
        return None if not bare or post is None else (bare[0], post, None)
    if clause.passive:
        return None
    if clause.verb == "become":
        return (who, bare[0], None) if bare else None
    if behind is None:
        return None
    if clause.verb in _OVER_OR_UP:
        said = {clause.particle, *clause.adverbs, *(x.lower for x in clause.tokens[clause.verb_end :][:1])}
        over = not _OVER_OR_UP[clause.verb].isdisjoint(said)
        before = next((c.phrase for c in clause.complements if c.preposition == "from"), None)
        return (who, behind, before) if over and not bare else None
    return (who, behind, bare[0]) if clause.verb in _SUCCEEDING and bare else None


def _took_office(scene: Scene) -> tuple[Phrase, Phrase] | None:
    """Who has an office, and the office: *Oscar took over the tech lead role*, *the treasurer role went to Ben*."""
    clause, who = scene.clause, scene.clause.subject
    if who is None or clause.passive:
        return None
    past, office = clause.tense in {"past", "perfect"}, clause.bare()
    if clause.verb in _PASSING:
        to = next((c.phrase for c in clause.complements if c.preposition == "to"), None)
        return (to, who) if past and to is not None and office is None and _office(who) else None
    if clause.verb == "have":
        past, office = "now" in clause.adverbs and clause.tense == "present", clause.bare()
    elif clause.verb in _STEPPING:
        office = next((c.phrase for c in clause.complements if c.preposition == "into"), None)
    elif clause.verb == "take" and office is None:
        office = next((c.phrase for c in clause.complements if c.preposition in {"over", "on"}), None)
    elif clause.verb not in _ASSUMING:
        return None
    return (who, office) if past and office is not None and _office(office) else None


def _office(phrase: Phrase) -> str:
    """The post that an office is of: *tech lead* of *the tech lead role*, *sponsor* of *the sponsorship*."""
    if phrase.determiner != "the" and phrase.owner not in {"my", "our"}:
        return ""
    label = attribute_label(phrase)
    post, _, office = label.rpartition(" ")
    if office in OFFICES:
        return post
    post = label.removesuffix(_SHIP)
    return post if post != label and post in _WITH_SHIP else ""


def _was_chosen(clause: Clause) -> bool:
    said = (x.lower for x in clause.tokens[clause.verb_start : clause.verb_end])
    return clause.passive or not _BE.isdisjoint(said)


def _in_post_now(scene: Scene) -> tuple[Phrase, Phrase, None] | None:
    """*Dieter is head coach now*; whose *our head coach* is, is told without it."""
    clause, post = scene.clause, scene.clause.bare()
    if clause.subject is None or post is None or clause.tense != "present" or "now" not in clause.adverbs:
        return None
    return (clause.subject, post, None) if post.owner is None else None


def _is_somebody(who: Phrase) -> bool:
    return who.is_name and who.owner is None and who.determiner is None and who.of is None and kind_of(who)[0] == "name"


def _is_a_post(post: Phrase) -> bool:
    """A post of which there is one: *auditor*, *the auditor*, *our new auditor*; *an auditor* is one of many."""
    one = post.determiner in {None, "the"} and post.owner in {None, "my", "our"}
    return one and not post.is_name and post.pronoun is None and post.of is None
