"""Change that a verb tells: what took whose place, what ended."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import (
    ADOPT,
    BY_ACTOR,
    BY_LOSS,
    BY_PLATFORM,
    BY_THING,
    DOUBTED,
    RETIRE,
    TOLD,
    Candidate,
    Part,
)
from atma_overlay.language.changes.change_verbs import (
    THROUGH,
    UNKNOWN_YET,
    Roles,
    bound_in,
    is_through,
    particles_of,
)
from atma_overlay.language.changes.doers import done_for_speaker
from atma_overlay.language.changes.exchanges import exchanged
from atma_overlay.language.doubts.happened import NOT_QUITE, dated_long_ago, of_then
from atma_overlay.language.doubts.one_more import PARTS
from atma_overlay.language.doubts.under_way import is_under_way
from atma_overlay.language.endings.occasions import for_a_while, for_now, for_once, is_bounded, shut_now
from atma_overlay.language.facts.done_to_speaker import moved_onto, to_speaker
from atma_overlay.language.facts.given_values import stays_itself
from atma_overlay.language.facts.measures import bargain
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.complements import recipient
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, is_time_adjunct, tells_when, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene, bounded_past, value_text
from atma_overlay.language.turn import owner_subject, subject_of
from atma_overlay.records import Act, Change

_SWITCH = "switch"
_CUTOVERS = frozenset({"cut", "redeploy", "migrate"})
_GOING_OVER = frozenset({_SWITCH, "migrate"})
"""*We're switching to Linear*: until then they use what they did."""
_DISMISSALS = frozenset("lay fire sack dismiss furlough promote demote suspend let make".split())
"""What is done to somebody at work: who it is to others stays (*Priya was laid off*)."""
_DYING = frozenset({"die", "pass", "perish", "put", "euthanise", "euthanize"})
"""Whoever dies leaves what they made and founded as it was: only who they were to somebody ends."""


def from_clause(scene: Scene, table: dict[str, list[Roles]]) -> Iterator[Candidate]:
    """Replacements and endings that a clause tells by its verb."""
    clause = scene.clause
    ended = clause.negated and clause.verb in {"survive", "last"}
    supposed = clause.negated or clause.intro in {"if", "unless", "when", "whether"}
    if clause.asked or clause.mood != "actual" or (supposed and not ended) or not clause.adverbs.isdisjoint(NOT_QUITE):
        return
    onto = to_speaker(clause) and moved_onto(scene)
    options = table.get(_SWITCH if onto else clause.verb)
    if not options or recipient(clause) is not None or exchanged(clause, scene.lexicon) is not None:
        return  # I sold Marek my old bike, I swapped bikes with Marek
    after = {x.lemma for x in clause.tokens[clause.verb_end : max(clause.end, clause.verb_end)]}
    particles = particles_of(clause)
    for roles in options:
        if roles.particle not in particles or not after.issuperset(roles.literals):
            continue
        bound = bound_in(roles, clause)
        if bound is None or not (_happened(roles, clause) or bounded_past(scene)) or _over_for_once(roles, scene):
            continue
        old = bound.get("old")
        known = old is None or old.determiner not in UNKNOWN_YET or (_AS, "old") in roles.slots
        if roles.verb in THROUGH and old is not None and (_is_work_on(old) or not is_through(clause)):
            return
        if roles.source.effect != "end" or known:
            yield from _candidates(scene, roles, bound)  # who donated some books ended none that was known
        return


def _lost_a_job(clause: Clause, who: Phrase) -> bool:
    """*Priya was laid off*, *our neighbour got fired*: a job of theirs is over, unless they were *fired as my …*."""
    theirs = clause.passive and clause.subject is who and clause.verb in _DISMISSALS
    return theirs and not any(c.preposition == "as" and c.phrase.owner in {"my", "our"} for c in clause.complements)


def _of_another_post(scene: Scene, roles: Roles) -> bool:
    """*Femke took over from Priya at Kolibri*, *as head of platform*: who she is to the speaker is not told."""
    if roles.subject != "new" or scene.clause.subject is None or not scene.clause.subject.is_name:
        return False
    for complement in scene.clause.complements:
        phrase = complement.phrase
        elsewhere = complement.preposition == "at" and phrase.is_name
        held = complement.preposition in {"on", "in", "for"} and phrase.owner not in {"my", "our"}
        elsewhere = elsewhere or (held and not is_time_adjunct(complement, kind_of(phrase)[0]))
        posted = complement.preposition == "as" and phrase.owner not in {"my", "our"}
        if elsewhere or (posted and scene.lexicon.by_noun(attribute_label(phrase)) is None):
            return True
    return False


def _happened(roles: Roles, clause: Clause) -> bool:
    """A habit ends nothing: *goes to*, *leaves at six*. What is over is told in the past, the perfect or with *be*."""
    if roles.source.effect == "end" and clause.progressive and clause.tense == "past" and clause.subject is not None:
        return clause.subject.pronoun is None  # I was quitting: and did I?
    if clause.verb == "be" or clause.passive or clause.tense in {"past", "perfect"} or clause.progressive:
        return True
    return roles.source.effect == "set" or bool(clause.adverbs & {"now", "today"}) or clause.tokens[0].lower in {"just"}


def _over_for_once(roles: Roles, scene: Scene) -> bool:
    if roles.subject != "old" or roles.source.effect != "end":
        return False
    return for_once(scene.clause, scene.times) or shut_now(scene.clause, scene.sentence.clauses)


def _is_bare(phrase: Phrase, kind: str) -> bool:
    """*Switched to neovim*: one word in lower case, and nothing with it."""
    return kind == "phrase" and phrase.end == phrase.start + 1


_GENERA = frozenset(
    """app tool service provider platform bike bicycle train tram bus van bank club gym studio pool centre center
    alternative competitor rival""".split()
)
"""Nouns that say what kind of thing takes a name's place."""
_GRADING = frozenset({"upgrade", "downgrade"})


def _may_be_of_another_kind(scene: Scene, roles: Roles, old: Phrase, new: Phrase) -> bool:
    """*Switched from PureGym to the late slot*, *moved from Postgres to the new office*: the same verb of other things.

    Whoever goes *from* a name *to* what has none goes to another thing of its kind only where the noun says a kind.
    """
    between = {role: preposition for preposition, role in roles.slots}
    from_to = between.get("old") == "from" and between.get("new") in {"to", "onto"}
    if not from_to or roles.verb in _GRADING:
        return False
    known = scene.lexicon.thing_of(value_text(scene, old)[0].title())  # from slack to dark mode
    if known is None and not (old.is_name and value_of(old)[1] in kinds.NAMED):
        return False
    told = value_text(scene, new)[0]
    if known is not None and new.head_lemma not in w.common_words() and scene.lexicon.thing_of(told.title()) is known:
        return False
    named = scene.lexicon.by_noun(new.head_lemma)
    kind_told = named is not None and "name" in named.values and "place" not in named.values
    return not kind_told and new.head_lemma not in _GENERA


_HARM = frozenset("steal nick pinch swipe take snatch rob burgle break smash wreck total hit scratch damage".split())


def _nobody_known(phrase: Phrase | None, verb: str, *, mine: bool) -> bool:
    """*Someone stole the Trek*, *thieves took it*, *somebody wrote off my Polo*: it was not theirs."""
    if phrase is None:
        return False
    return phrase.head_lemma in {"thief", "burglar"} or (phrase.head_lemma in _UNKNOWN and (mine or verb in _HARM))


_OF_OTHERS = re2.compile(
    r"^(?:so |and |but |well,? )?(?:loads|lots|heaps|tons|plenty|most|many|some|half) of (?:the |my |our )?\p{L}+"
)
"""*Loads of people …*: an opening that is read as no subject, and is not the speaker."""
_AS = "as"
"""Before what somebody is: *I resigned as a scout leader* is of the one post of that kind."""
_UNKNOWN = frozenset({"someone", "somebody"})


def _told_whole(old: Phrase | None, new: Phrase | None) -> bool:
    """*The team switched from Slack to Zulip*: both values by name, so that what is known tells whose they are."""
    if old is None or new is None or not (old.is_name or old.owner in {"my", "our"}):
        return False
    return value_of(new)[1] in kinds.NAMED


def _by_them(scene: Scene, old: Phrase | None, actor: str, marked: str) -> tuple[str, str]:
    """*They've relocated the conference* is the speaker's to know; *they swapped the Saab* is theirs."""
    theirs = old is not None and old.is_name and old.owner is None
    return (actor, marked) if theirs else (scene.turn.speaker, "")


def _definite(phrase: Phrase | None) -> bool:
    return phrase is not None and (phrase.determiner == "the" or phrase.owner in {"my", "our"})


def _candidates(scene: Scene, roles: Roles, bound: dict[str, Phrase]) -> Iterator[Candidate]:
    old, new = bound.get("old"), bound.get("new")
    effect = roles.source.effect
    actor, marked = scene.turn.speaker, ""
    if roles.subject is None and not scene.clause.passive:
        if scene.clause.subject is None and _OF_OTHERS.search(scene.sentence.lowered):
            return  # loads of people are ditching it
        mine = old is not None and old.owner in {"my", "our"} and effect == "end"
        verb = roles.verb if roles.particle is None else ""
        who = None if _nobody_known(scene.clause.subject, verb, mine=mine) else scene.clause.subject
        done_to = scene.clause.bare()
        who = None if done_to is not None and done_to.pronoun in {"me", "us"} else who  # they switched me to citalopram
        known = who is None or who.owner in {"my", "our"} or mine or (who.determiner == "the" and _told_whole(old, new))
        if not known and subject_of(who, scene.turn) is None:
            return
        somebody = subject_of(who, scene.turn)
        actor = somebody or scene.turn.speaker
        marked = "" if who is None else BY_THING if somebody is None else BY_ACTOR
        if who is not None and who.pronoun == "they" and effect in {"set", "replace"} and _definite(old):
            actor, marked = _by_them(scene, old, actor, marked)
        if marked == BY_ACTOR and effect in {"set", "replace"} and done_for_speaker(who, old):
            actor, marked = scene.turn.speaker, BY_THING
        if old is not None and effect in {"set", "replace"} and old.owner not in {None, *w.POSSESSIVES}:
            actor, marked = owner_subject(old, scene.turn), BY_ACTOR  # I raised our tenant's rent: no rent of mine
    if roles.verb == "move" and old is not None and stays_itself(scene, old, new):
        return
    if bargain(scene, old) or _of_another_post(scene, roles) or _deletes_a_part(roles, old) or _drops_off(scene):
        return
    if new is not None and effect in {"replace", "set", "start"}:
        yield from _adopted(scene, roles, old, new, (actor, marked))
    elif old is not None and effect in {"end", "replace"} and old.pronoun is None:
        value, span = value_text(scene, old)
        if roles.verb == "be" and value_of(old)[1] == "version":
            return  # 4.2 is out: it has begun
        bare_name = old.is_name and old.determiner is None and old.owner is None
        if _lost_a_job(scene.clause, old):
            return
        if roles.verb in _DYING and bare_name:
            marked = BY_LOSS
        if old.owner is not None and old.owner not in w.POSSESSIVES and effect == "end":
            actor, marked = old.owner, BY_ACTOR  # *my neighbour's dog died*: nothing of the speaker's
        ended = make(
            scene, actor, marked, value, span, "mention", None, Change.TOLD, RETIRE,
            part=Part.RETIRED, act=Act.END, affirmed=True, single=False,
        )  # fmt: skip
        beside = scene.clause.complements
        doubted = any(map(for_a_while, beside)) or any(map(_in_one_part, beside)) or of_then(scene.clause, scene)
        doubted = doubted or _may_open_again(scene.clause, old) or _may_be_any(roles, old, scene)
        doubted = doubted or for_now(scene.clause) or (roles.verb in THROUGH and _is_led_in(scene))
        yield ended.but(confidence=DOUBTED) if doubted or dated_long_ago(ended, scene) else ended


def _deletes_a_part(roles: Roles, old: Phrase | None) -> bool:
    """*My Instagram post was deleted*, *I deleted his account*, *my second account*: what one uses is used still."""
    if roles.verb not in _DELETING or old is None:
        return False
    if roles.passive:
        return old.head_lemma not in _ALL_OF_IT
    if "account" not in roles.literals:
        return False
    told_apart = any(x.tag != t.NAME for x in old.tokens[old.core : old.head])
    return told_apart or not (old.owner in {"my", "our"} or old.determiner == "the")


def _drops_off(scene: Scene) -> bool:
    """*The fruit is dropped off on Thursdays*, *I dropped off the car*: it was brought somewhere."""
    clause = scene.clause
    behind = clause.tokens[clause.verb_end].lower if clause.verb_end < len(clause.tokens) else ""
    return clause.verb == "drop" and "off" in {behind, clause.particle}


_DELETING = frozenset({"delete", "deactivate"})
_ALL_OF_IT = frozenset("account profile login membership subscription workspace".split())


def _is_work_on(old: Phrase) -> bool:
    """*We're done with the Jira ticket*: what one has got through, and no end of what it is called after."""
    named = [x.tag == t.NAME for x in old.tokens[old.core : old.head + 1]]
    return any(named) and not named[-1]


def _is_led_in(scene: Scene) -> bool:
    """*After that game I'm done with Thistle*: what something made one say."""
    subject = scene.clause.subject
    before = scene.sentence.tokens[: subject.start] if subject is not None else ()
    return any(x.tag in t.NAME_OR_NOUN for x in before)


def _may_be_any(roles: Roles, old: Phrase, scene: Scene) -> bool:
    """*The dentist left*, *the plumber quit*: somebody by what they do, who need not be the one that is known."""
    led = roles.subject == "old" and old.determiner == "the" and old.owner is None and not old.is_name
    return led and scene.lexicon.is_role(old) and old.of is None


def _may_open_again(clause: Clause, old: Phrase) -> bool:
    """*My gym is closed*, *my manager is leaving*, *my phone died*: for now; not so *for good*, nor an account."""
    if old.head_lemma in _RECHARGED and clause.verb in {"die", "be"}:
        return True
    if clause.tense != "present" or clause.done or clause.particle is not None or old.head_lemma in _CLOSED_ONCE:
        return False
    said = [x.lower for x in clause.tokens[clause.verb_start :]]
    told = any(x.endswith("ing") or x in {"closed", "shut", "retired"} for x in said[1:3] if x.isalpha())
    return told and clause.tokens[clause.verb_start].lower in w.BE and _FOR_GOOD.isdisjoint(said)


_RECHARGED = frozenset("phone mobile laptop tablet computer car bike camera headphones watch battery".split())
_CLOSED_ONCE = frozenset("account subscription contract policy card membership case deal".split())
_FOR_GOOD = frozenset("good permanently forever down since".split())


def _in_one_part(beside: Complement) -> bool:
    """*We dropped Redux from the settings page*: it may be used in the rest."""
    phrase = beside.phrase
    led = phrase.determiner == "the" or phrase.owner is not None
    return beside.preposition in {"from", "in", "on", "of"} and led and phrase.head_lemma in PARTS


def _adopted(
    scene: Scene, roles: Roles, old: Phrase | None, new: Phrase, by: tuple[str, str]
) -> Iterator[Candidate]:  # fmt: skip
    """What is taken up; `by` tells who does, and how the candidate is marked for it."""
    actor, marked = by
    effect = roles.source.effect
    old_text = value_text(scene, old)[0] if old is not None and old.pronoun is None else None
    phrase, kind, unit = value_of(new)
    tool = scene.lexicon.tool_typed_small(phrase.tokens[phrase.head].text) if _is_bare(phrase, kind) else None
    kind = "name" if tool is not None else kind
    if old is not None and old.pronoun in {"me", "us"}:
        old = None
    if old is not None and old.start > new.start and tells_when(old):
        old, old_text = None, None  # I switched to the Pro plan last Monday
    switching = old is None and scene.clause.verb in _GOING_OVER and is_under_way(scene.clause)
    if old is None and (switching or moved_onto(scene)):
        tool = scene.lexicon.thing_of(value_text(scene, phrase)[0])
    if kind not in kinds.ANCHORED and not (old_text and effect == "replace"):
        return
    value, span = value_text(scene, phrase)
    if kind == "number" and scene.lexicon.thing_of(value) is not None:
        kind = "name"  # an iPhone 15 counts nothing
    told = make(
        scene, actor, marked, value, span, kind, unit, Change.TOLD, TOLD if old_text else ADOPT,
        part=Part.ADOPTED, replaces=old_text, affirmed=True, single=False,
    )  # fmt: skip
    if tool is not None:
        told = told.but(thing=tool.id)
    if tool is not None and old is None:  # as where the name has a capital: it tells the slot itself
        told = told.but(part=Part.STATEMENT, attribute=tool.id, known_attribute=True)
    if old is not None and kind == "phrase" and _may_be_of_another_kind(scene, roles, old, phrase):
        told = told.but(confidence=DOUBTED)
    if effect == "start" and roles.verb in _CUTOVERS and kind == "name" and not marked:
        told = told.but(attribute=BY_PLATFORM)
    if switching or any(map(is_bounded, scene.clause.complements)):
        told = told.doubted()
    past = told.valid_to is not None and told.valid_to <= scene.turn.at  # when it happened, not how long it held
    yield told.but(valid_to=None, temporary=False) if past else told
