"""Which candidates of a sentence are told as facts: not what is supposed, undone, handed over or only believed."""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay import re2
from atma_overlay.language.candidates import HELD, Candidate, Part
from atma_overlay.language.changes import called_off
from atma_overlay.language.doubts import (
    announced,
    beliefs,
    bygone,
    disclaimed,
    elsewhere,
    for_whom,
    half_told,
    hearsay,
    hung_on,
    irrealis,
    of_nothing_real,
    openings,
    other_times,
    overheard,
    partly,
    provisional,
    qualified,
    rules_done_away,
    spoken_of,
    stays,
    suppositions,
    targets,
    told_of_oneself,
    under_conditions,
    waited_for,
    wishes,
)
from atma_overlay.language.endings import absences, ends_in_part, literal
from atma_overlay.language.grammar import who_clauses
from atma_overlay.language.grammar import words as w
from atma_overlay.language.meant import meant
from atma_overlay.language.queries.echoes import is_bare_echo
from atma_overlay.language.rules.contingencies import Rules
from atma_overlay.language.texts import drafts, shown_there
from atma_overlay.language.texts.material import within
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary import things
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.language.work.work_names import is_status
from atma_overlay.records import Act, Change

_OVER = frozenset({Part.RETIRED, Part.PARTED})
_ANIMAL = frozenset("pet_dog pet_cat other_pet other_pet_name pet_kind pet".split())
"""*Our dog Rex died* names what was had until then, and tells of none that is."""


def told_as_fact(
    found: list[Candidate], sentence: ReadSentence, turn: ReadTurn, *, ruled: Rules, lexicon: Lexicon
) -> list[Candidate]:
    """What a sentence tells as a fact of the speaker's, or of somebody known; what is only doubted is faint.

    Args:
        found: the candidates of the sentence.
        sentence: what they were found in.
        turn: the utterance that it is of.
        ruled: the rules that the sentence states, and what they suppose.
        lexicon: knows names.
    """
    unreal = [*ruled.supposed, *([] if ruled.stated else suppositions.supposed(sentence)), *_no_facts(sentence)]
    if unreal:
        denied = called_off.decided_against(sentence)
        found = [
            c
            for c in found
            if c.part is Part.RETRACTED or not _within(c.span, unreal) or (not c.affirmed and _within(c.span, denied))
        ]
    found = spoken_of.without_acts_spoken_of(found, sentence)
    kept = literal.not_parted(sentence)
    if kept:  # ticket 12 is closed now: how far it has come
        found = [c for c in found if c.part is Part.RETRACTED or is_status(c.attribute) or not _within(c.span, kept)]
    spared = irrealis.spared(sentence)
    if spared:
        found = [c for c in found if c.part not in _OVER or c.place not in spared]
    gone = [c.span for c in found if c.part is Part.RETIRED]
    if gone:
        found = [c for c in found if not (_of_an_animal(c) and _within(c.span, gone))]
    ends = any(c.act is Act.END for c in found)
    found = [c for c in absences.lasting(found, sentence) if not _of_its_part(c, sentence, turn)] if ends else found
    found = [c for c in found if not (c.change is Change.TOLD and _stands_before_a_noun(c, sentence, turn))]
    told = [c for c in (meant(c, turn, lexicon) for c in found) if c is not None]
    return _without_doubtful(told, sentence, turn, lexicon)


def of_the_speaker(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """What a turn tells by itself, not by what it hands over; where that is in doubt, it is doubted."""
    if turn.material:
        found = [c for c in found if not within(_place(c), turn.material)]
    if turn.unowned:
        found = [_noted(c) if within(_place(c), turn.unowned) else c for c in found]
    return found


_BOUND = (
    "subscription|account|membership|plan|contract|policy|licen[cs]e|job|role|position|post|class|course|lease|lessons"
    "|app|service|city|town|village|company|firm|team|family|office|offices|church|band|university|school|club|gym"
    "|state|county|country|island|use|care|habit|world|position|area|suburb|neighbou?rhood|streets?|wilds|all"
)
"""Nouns behind which *of* or *for* names what they are, or what somebody is bound to by them."""
_PART_OF = re2.compile(
    r"^(?:an? |the |my |our |some |two |both )?(?:\p{Ll}[\p{L}-]* ){0,3}?(\p{Ll}[\p{L}-]*) (?:of|for|from|off) "
    r"(?:the |my |our )?(?:\p{Ll}+ )?\p{Lu}"
)
_REPLICA = re2.compile(
    r"\b(?:toy|model|miniature|lego|diecast|matchbox|inflatable|cardboard|plastic|cuddly|stuffed) \p{Lu}"
)
"""*I sold my toy Golf*."""
_AUXILIARY = w.BE | w.HAVE | w.DO
_HEAD_BEHIND = re2.compile(r"^ (\p{Ll}+s)\b")


def _of_its_part(candidate: Candidate, sentence: ReadSentence, turn: ReadTurn) -> bool:
    """Whether what ends is of what is named alone: *I sold the roof box of the Skoda*, *sold my Norvane shares*."""
    if candidate.act is not Act.END or candidate.value_kind == HELD:
        return False
    if _REPLICA.search(candidate.value):
        return True
    part = _PART_OF.match(candidate.value)
    if part is not None and not _BOUND_TO.fullmatch(part.group(1)):
        return True
    return _stands_before_a_noun(candidate, sentence, turn)


def _stands_before_a_noun(candidate: Candidate, sentence: ReadSentence, turn: ReadTurn) -> bool:
    """*I bought Monzo shares*, *I sold my Norvane shares*: of a name, where the noun behind it looks like a verb."""
    behind = _HEAD_BEHIND.match(turn.text[candidate.span[1] : candidate.span[1] + 24])
    if behind is None or not candidate.value[:1].isupper() or behind.group(1) in _AUXILIARY:
        return False
    return w.verb_lemma(behind.group(1)) is not None and things.clause_around(candidate.span, sentence) is not None


_BOUND_TO = re2.compile(_BOUND)


def _place(candidate: Candidate) -> int:
    """Where a candidate is told; a request to forget holds what it names, and may begin before what is handed over."""
    return candidate.span[1] - 1 if candidate.part is Part.RETRACTED else candidate.span[0]


def _of_an_animal(candidate: Candidate) -> bool:
    return candidate.attribute in _ANIMAL and candidate.part is Part.STATEMENT


def _no_facts(sentence: ReadSentence) -> list[tuple[int, int]]:
    """The stretches of a sentence that tell no fact, whatever their verbs."""
    return [
        *irrealis.unreal(sentence),
        *disclaimed.disclaimed(sentence),
        *beliefs.believed(sentence),
        *overheard.overheard(sentence),
        *waited_for.waited_for(sentence),
    ]


def _without_doubtful(
    found: list[Candidate], sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon
) -> list[Candidate]:
    found = bygone.of_before(wishes.only_wished(found, sentence), sentence, lexicon)
    found = other_times.told_of_other_times(found, sentence, lexicon)
    if not found:
        return found
    if is_bare_echo(sentence, turn):
        return [c for c in found if c.part is Part.RETRACTED]
    found = qualified.with_reservations(found, sentence)
    found = ends_in_part.ended_in_part(provisional.passing(found, sentence), sentence)
    found = for_whom.so_of_some_alone(partly.told_of_a_part(found, sentence, lexicon), sentence)
    found = shown_there.shown_there(openings.told_of_an_opening(found, sentence), sentence)
    found = half_told.with_doubt(found, sentence)
    heard = hearsay.hearsay(sentence)
    if heard or hearsay.told_on(sentence):
        found = _without_hearsay(found, sentence, turn)
    doubtful = [
        *heard,
        *beliefs.unsure(sentence),
        *told_of_oneself.told_of_oneself(sentence),
        *drafts.drafted(sentence),
        *elsewhere.elsewhere(sentence),
        *targets.aimed_at(sentence),
        *spoken_of.perhaps_to_come(sentence),
        *bygone.labelled_apart(sentence),
        *bygone.told_of_once(sentence),
    ]
    if disclaimed.asked_plainly(sentence):
        doubtful.append((sentence.sentence.start, sentence.sentence.end))
    found = announced.with_doubt_of_what_is_to_come(found, sentence, turn, lexicon)
    theirs = who_clauses.of_others(sentence, turn)
    told = [_of_its_subject(c, theirs, turn) for c in found] if theirs else found
    return [_doubted(c, doubtful, turn) for c in told if c is not None] if doubtful else [c for c in told if c]


def _without_hearsay(found: list[Candidate], sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
    """What others say of the speaker is nobody's state, and what nobody in particular says of others is in doubt."""
    heard, telling, rumoured = hearsay.only_of_others(sentence), hearsay.told_on(sentence), hearsay.rumoured(sentence)
    kept = []
    for c in found:
        if c.part is Part.RETRACTED:
            kept.append(c)
        elif c.attribute in telling:
            continue
        elif c.subject != turn.speaker:
            kept.append(_noted(c) if _within(c.span, rumoured) else c)
        elif not _within(c.span, heard):
            kept.append(c)
    return kept


def _doubted(candidate: Candidate, doubtful: list[tuple[int, int]], turn: ReadTurn) -> Candidate:
    """What others say of the speaker is noted, and retires nothing."""
    if candidate.part is Part.RETRACTED or candidate.subject != turn.speaker:
        return candidate
    return _noted(candidate) if _within(candidate.span, doubtful) else candidate


def told_for_real(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """What a turn tells of what is real; what is weighed, or hangs on what does not tell it, is doubted.

    Args:
        found: the candidates of the turn.
        turn: the utterance.
    """
    away = False
    for sentence in turn.sentences if found else ():
        away = away or sentence.shows(stays.SHOWN, sentence.said)
        unreal = of_nothing_real.of_nothing_real(sentence, turn)
        weighed = of_nothing_real.called_in_doubt(sentence, turn)
        if sentence.shows(under_conditions.EITHER, sentence.said):
            unreal = [*unreal, *under_conditions.under_conditions(sentence, turn)]
            weighed = [*weighed, *under_conditions.perhaps_later(sentence)]
        if unreal:
            found = [c for c in found if c.part is Part.RETRACTED or not _within(c.span, unreal)]
        hung = hung_on.hung_on(sentence)
        if weighed or hung:
            found = [_noted(c) if _is_in_doubt(c, weighed, hung, turn) else c for c in found]
    if any(c.part is Part.RETRACTED for c in found):
        found = rules_done_away.without_rules(found, turn)
    return stays.told_on_a_stay(found, turn) if away and found else found


def _is_in_doubt(
    candidate: Candidate, weighed: list[tuple[int, int]], hung: list[tuple[int, int]], turn: ReadTurn
) -> bool:  # fmt: skip
    """Whether something is in doubt whosever it is, or is the speaker's own and hangs on what does not tell it."""
    if candidate.part is Part.RETRACTED:
        return False
    own = candidate.subject == turn.speaker or candidate.subject.startswith(f"{turn.speaker}'s ")
    return _within(candidate.span, weighed) or (own and _within(candidate.span, hung))


def _noted(candidate: Candidate) -> Candidate:
    return candidate.doubted()


def _of_its_subject(
    candidate: Candidate, theirs: list[tuple[tuple[int, int], str | None]], turn: ReadTurn
) -> Candidate | None:
    """A state that was read off a clause of somebody else's is theirs, or nobody's: *a guy who works at …*."""
    if candidate.subject != turn.speaker or candidate.part is Part.RETRACTED:
        return candidate
    whose = next((subject for span, subject in theirs if _inside(candidate.span, span)), turn.speaker)
    return candidate.but(subject=whose) if whose is not None else None


def _inside(span: tuple[int, int], outer: tuple[int, int]) -> bool:
    return outer[0] <= span[0] and span[1] <= outer[1]


def _within(span: tuple[int, int], stretches: Iterable[tuple[int, int]]) -> bool:
    return any(_inside(span, s) for s in stretches)
