"""What the user asks not to be used any more."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import ABOUT_RULE, BY_VALUE, TOLD, Candidate, Part
from atma_overlay.language.endings.forget_later import asked_for_later
from atma_overlay.language.endings.forget_requests import (
    MAY_FORGET,
    NOTHING,
    Asked,
    asked_in,
    is_led_by_a_topic,
    is_supposed,
)
from atma_overlay.language.endings.forget_topics import Reader, meant, of_stretch
from atma_overlay.language.endings.withdrawals import stated_alone, withdrawn
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import owner_subject
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Act, Change

_FORGET = frozenset(
    """forget delete erase remove wipe purge discard drop lose scrub clear unremember un-remember unlearn disregard
    strike bin ditch scrap take throw""".split()
)
_PLAIN_FORGET = frozenset("delete erase wipe purge unlearn unremember un-remember".split())
_KEEP = frozenset("keep hold store remember retain use save hang record".split())
_VERBS = _FORGET | _KEEP | {"cancel"}
_MEMORY_NOUNS = frozenset("memory notes note records record file memories history log logs".split())
_TOLD_VERBS = frozenset("tell say mention give share type paste bring let post ask write send note".split())
_GONE = Sign(
    "out of your notes",
    "out of your memory",
    "off your records",
    "isn't something you should keep",
)


_SLIPPED = re2.compile(
    r"^(?:(?:oh|ugh|damn|argh|so|and|but|well|sorry|hey|hi|oops|no|i|we|i've|we've|i'd|just|totally|completely|nearly|almost"
    r"|already|also),? )*(?:forgot|forgotten)\b"
)
"""*Forgot my metformin*: what has slipped somebody's mind is not to be forgotten."""
_HOLDS_AS_EVER = re2.compile(
    r"\b(?:forget|scrap|ignore|disregard|delete|drop|strike|never mind) (?:it|that|this|what i said|all that), "
    r"(?:\w+ )?(?:my|our|i|i'm|we|we're) [^,.;!?]*?"
    r"\b(?:stays?|remains?|still|staying|keeping|sticking|as before)\b"
)
"""*Forget that, my gym is still FitWorks*: what is said to hold is not what is to be forgotten."""


def retractions(scene: Scene, read: Reader) -> Iterator[Candidate]:
    """*Please forget what I said about the loan*, *don't hold on to that score*: the topic is not to be used.

    Args:
        scene: the sentence.
        read: reads a text of its own for what it tells.
    """
    sentence = scene.sentence
    words = sentence.words
    if ("forgot" in words or "forgotten" in words) and _SLIPPED.match(sentence.said) is not None:
        return
    asked = NOTHING
    if len(sentence.said) == len(sentence.text) and sentence.shows(MAY_FORGET, sentence.said):
        if is_supposed(sentence.said) or asked_for_later(sentence) or _HOLDS_AS_EVER.search(sentence.said) is not None:
            return
        asked = asked_in(sentence.said)
        for request in asked.requests:
            ruled = of_rule(sentence.said[request.start : request.end]) is not None
            found = [] if ruled else meant(scene, request, read)
            yield from found
            if found:
                return
        if asked.elsewhere:
            return
        pointed = [request for request in asked.requests if request.points]
        if pointed and not is_led_by_a_topic(sentence.said[: pointed[0].start]):  # at nothing that is told or known
            asked = NOTHING
    span = _span(scene, asked)
    if span is not None:
        free = of_rule(scene.turn.text[slice(*span)]) is not None or is_led_by_a_topic(sentence.said)
        found = [] if free else of_stretch(scene, span, read)
        yield from found or _meant_alone(scene, span)


def _meant_alone(scene: Scene, span: tuple[int, int]) -> list[Candidate]:
    """A topic, or the values of the one statement that a request means: *the bit about me living in Porto*."""
    pointed = any(s.sentence.start == span[0] for s in scene.turn.sentences)
    values = stated_alone(scene.sentence, scene.turn, pointed=pointed)
    told = [_retracted(scene, value).but(attribute=BY_VALUE) for value in values]
    return told or [_retracted(scene, span)]


def _span(scene: Scene, asked: Asked) -> tuple[int, int] | None:
    """Where the topic stands that is to be forgotten, by the verb and what shows that the memory is meant."""
    sentence = scene.sentence
    for clause in sentence.clauses if asked.open else ():
        if clause.verb not in _VERBS or not _asks_to_forget(clause, [x.lower for x in sentence.tokens]):
            continue
        span = _topic(clause, scene)
        if span is not None:
            return span
    span = withdrawn(sentence, scene.turn)
    if span is None and sentence.shows(_GONE, sentence.lowered):
        phrase = _first_topic(scene)
        return phrase_span(phrase) if phrase is not None else None
    return span


_DISMISSED = re2.compile(
    r"(?i)(?:^|[,;:.!?-]\s*)(?:(?:actually|oh|no|ok|okay|wait|well|so|and|but|please|you can|let's)[\s,]+)*"
    r"(?:scrap|scratch|never mind|nevermind|ignore|disregard|forget|cancel|strike|drop|scrub)\b"
    r"(?: (?:that|the|this|what|it|all|my|thing|bit|part|plan|idea|stuff|rule|talk|business|i|we|said|told|you|before"
    r"|earlier|last time))* (?:about|with|regarding|of) ([^,;:.!?]+)"
)
"""*Scrap that thing about …*, *never mind about …*: a plan that is off; facts stay as they are."""
_DISMISSES = Sign(_DISMISSED.pattern, family=WORDINGS)


def dismissals(scene: Scene) -> Iterator[Candidate]:
    """What was said of a rule and is off: only rules that name the topic are taken back, never what holds."""
    if scene.sentence.sentence.asks:
        return
    said = scene.sentence.text
    match = _DISMISSED.search(said) if scene.sentence.shows(_DISMISSES, said) else None
    if match is None:
        return
    start = scene.sentence.sentence.start
    span = (start + match.start(1), start + match.end(1))
    yield make(
        scene, scene.turn.speaker, ABOUT_RULE, scene.turn.text[span[0] : span[1]], span, "topic", None, Change.TOLD,
        TOLD, part=Part.RETRACTED, act=Act.RETRACT, affirmed=True, single=False,
    )  # fmt: skip


def _named(scene: Scene, span: tuple[int, int]) -> tuple[str, Attribute | str]:
    """The one slot of the speaker's that the request names: *my phone plan*."""
    tokens = scene.sentence.tokens
    owned = [i for i, x in enumerate(tokens) if x.tag == t.POSS and span[0] <= x.token.start < span[1]]
    phrase = read_phrase(tokens, owned[0]) if len(owned) == 1 and tokens[owned[0]].lower in {"my", "our"} else None
    label = attribute_label(phrase)
    if phrase is None or not label:
        return scene.turn.speaker, ""
    return owner_subject(phrase, scene.turn), scene.lexicon.by_noun(label) or ""


_CONDITIONAL = re2.compile(
    r"(?i)\b(?:if|when|whenever|once|unless|in case) (?:i|we|my|our|the|that)\b|\b(?:that|the|my) rule\b"
)
_SETTING = re2.compile(r"(?i)\bwhen (?:i|we|my|our) (?:\p{L}+ )?(?:was|were|had|did)\b")
"""*When I was on nights* tells when something was said, and no condition."""
_ABOUT = re2.compile(r"(?i)^.*?\b(?:about|regarding) |^(?:that|the|my) rule (?:that )?")


def of_rule(said: str) -> str | None:
    """What some words say of a stated rule, without their opening: *… what I said about [my pool if I change gyms]*.

    None where they are about none.
    """
    if _CONDITIONAL.search(_SETTING.sub(" ", said)) is None:
        return None
    opening = _ABOUT.search(said)
    return said[opening.end() :] if opening is not None else said


_TEMPORAL = re2.compile(r"(?i)\b(?:when|once) (?:i|we|my|our|the|that)\b")


def of_rule_alone(said: str) -> bool:
    """Whether words for a stated rule can mean nothing else; *when we met* may tell when something was said."""
    return of_rule(_TEMPORAL.sub(" ", said)) is not None


def _retracted(scene: Scene, span: tuple[int, int]) -> Candidate:
    subject, attribute = _named(scene, span)
    ruled = of_rule(scene.turn.text[span[0] : span[1]])
    if ruled is not None:
        subject, attribute, span = scene.turn.speaker, ABOUT_RULE, (span[1] - len(ruled), span[1])
    return make(
        scene, subject, attribute, scene.turn.text[span[0] : span[1]], span, "topic", None, Change.TOLD, TOLD,
        part=Part.RETRACTED, act=Act.RETRACT, affirmed=True, single=False,
    )  # fmt: skip


_PLAIN_FORGET_OR_FORGET = _PLAIN_FORGET | {"forget"}
_FORGET_OR_CANCEL = _FORGET | {"cancel"}
_SPOKEN = _TOLD_VERBS - {"write", "post", "paste"}


_OWN = (["that", "i"], ["that", "we"], ["that", "my"], ["that", "our"])


def _names_a_fact(clause: Clause) -> bool:
    """*Forget that I live in York*: of nothing but the one value."""
    after = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 2]]
    return clause.verb in {"forget", "disregard"} and after in _OWN


def _value_behind(clause: Clause, scene: Scene) -> tuple[int, int] | None:
    fact = next((c for c in scene.sentence.clauses if c.verb_start > clause.verb_end), None)
    return phrase_span(fact.complements[0].phrase) if fact is not None and fact.complements else None


def _asks_to_forget(clause: Clause, lowers: list[str]) -> bool:
    asked = clause.mood == "imperative" or _requests(clause)
    if clause.mood == "infinitive":
        before = lowers[max(0, clause.verb_start - 6) : clause.verb_start]
        asked = "you" in before or "please" in before
        if "you" in before and clause.verb in _PLAIN_FORGET_OR_FORGET and {"my", "our"} & set(lowers):
            return True
    if clause.verb in _FORGET_OR_CANCEL and asked and not clause.negated:
        after = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 2]]
        if "rule" in lowers or (clause.verb == "forget" and after == ["that", "if"]):
            return True
        if _names_a_fact(clause):
            return True
    if clause.verb in _FORGET and not clause.negated and asked:
        if clause.verb in {"take", "throw", "lose", "drop", "strike", "clear"} and not _your_memory(lowers):
            told = any(w.lemma(x) in _SPOKEN for x in lowers)
            aside = {"away", "out", "off", "about", "bit", "what"} & set(lowers)
            return clause.verb not in {"take"} and told and bool(aside)
        plain = clause.verb in _PLAIN_FORGET and any(x in {"my", "our", "whatever", "everything"} for x in lowers)
        return plain or _about_what_was_said(lowers)
    if clause.verb == "hang" and not {"on", "onto"} & set(lowers):
        return False
    refusing = clause.verb in _KEEP and clause.negated and (asked or clause.mood == "unreal" or clause.verb == "hang")
    longer = clause.verb in _KEEP and {"no", "longer"} <= set(lowers)
    held = clause.verb == "hold" and not {"on", "onto"}.isdisjoint(lowers)
    if refusing or (longer and "you" in lowers):
        return _about_what_was_said(lowers) or longer or clause.verb in {"hang", "store", "retain"} or held
    return False


def _requests(clause: Clause) -> bool:
    """*Can you lose …*, *would you forget …*: a question that asks for an act; the verb stands bare after *you*."""
    start = clause.verb_start
    tokens = clause.tokens[max(0, start - 3) : start + 2]
    you = any(x.lower == "you" for x in tokens)
    polite = any(x.lower in {"please", "kindly"} for x in clause.tokens)
    return (you and (clause.asked or clause.mood == "unreal")) or (polite and clause.tense == "present")


def _your_memory(lowers: list[str]) -> bool:
    """Whether *your memory*, *your notes*, *your own records* are named."""
    return any(x in _MEMORY_NOUNS and "your" in lowers[max(0, i - 2) : i] for i, x in enumerate(lowers))


def _about_what_was_said(lowers: list[str]) -> bool:
    told = any(w.lemma(x) in _TOLD_VERBS for x in lowers)
    memory = _your_memory(lowers)
    polite = any(x in {"please", "kindly"} for x in lowers)
    frame = any(x in {"about", "matter", "thing", "stuff", "details", "what"} for x in lowers)
    owned = any(x in {"my", "our", "that", "the"} for x in lowers)
    return memory or (told and frame) or (polite and owned) or (told and owned)


def _topic(clause: Clause, scene: Scene) -> tuple[int, int] | None:
    """Everything that the request names, from the verb to the end of the sentence."""
    start = clause.verb_end
    stop = start
    if _names_a_fact(clause):
        return _value_behind(clause, scene)
    thing = clause.bare()
    pointed = start + 1 < len(clause.tokens) and clause.tokens[start].lower in {"that", "this", "it"}
    pointed = pointed and clause.tokens[start + 1].lower in {"from", "out", "off", ".", "please"}
    if pointed or (thing is not None and thing.pronoun is not None):
        sentence = scene.sentence.sentence
        before = [s.sentence.start for s in scene.turn.sentences if s.sentence.end <= sentence.start]
        alone = len(scene.sentence.tokens) < 9
        return (before[-1] if alone and before else sentence.start), sentence.end
    while stop < len(clause.tokens) and not (
        clause.tokens[stop].tag == t.PUNCT and clause.tokens[stop].text in {".", ";", "!", "?"}
    ):
        stop += 1
    if stop <= start:
        return None
    head = clause.tokens[0].token.start if clause.verb in _KEEP else clause.tokens[start].token.start
    return head, clause.tokens[stop - 1].token.end


def _first_topic(scene: Scene) -> Phrase | None:
    for i, token in enumerate(scene.sentence.tokens):
        if token.tag in t.POSS_OR_DET:
            return read_phrase(scene.sentence.tokens, i)
    return None
