"""How what is had comes to be had no more: *I sold my van*, *our dog died*, *my bike was stolen*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import BY_HAVING, DOUBTED, Candidate
from atma_overlay.language.doubts.happened import in_doubt
from atma_overlay.language.endings.occasions import for_once
from atma_overlay.language.endings.partings import NOT_TOLD, retired
from atma_overlay.language.facts.households import LEFT_FOR_GOOD
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, is_time_adjunct, phrase_span
from atma_overlay.language.scene import Scene, bounded_past, implicit_first_person

_ANYONE = frozenset("someone somebody they thieves burglars vandals".split())
_BACK = re2.compile(
    r"\b(?:(?:got|have|had|bought|brought|took|take) (?:it|him|her|them|mine) (?:all )?back|back now|turned up|"
    r"recovered|found (?:it|him|her|them)\b|changed (?:my|our|his|her) mind|fell through|"
    r"taking (?:it|him|her|them) back|c[ao]me back|is back|but (?:i|we) (?:didn['’]t|did not)|"
    r"gave (?:it|him|her|them) back to (?:me|us)|revived|pulled through|survived|resuscitated|moved back in|"
    r"in your dreams|no,? (?:i|we) (?:didn['’]t|did not)|and (?:i|we) won (?:it|him|her|them)|"
    r"(?:before|until) (?:i|we) (?:bought|got|had|owned|adopted)|(?:a new|another|a newer|a better) one)\b"
)
_NOT_BACK = re2.compile(r"\b(?:never|didn['’]t|haven['’]t|hasn['’]t|not|won['’]t|can['’]t|cannot|no one|nobody)\b")
_HEARD_AFTER = 160
"""Characters in which what is gone may be told to be back."""


def disposed_of(scene: Scene) -> Iterator[Candidate]:
    """What the speaker has no more, by an act of its sort."""
    for clause in scene.sentence.clauses:
        if clause.verb not in scene.lexicon.parting_acts or not _is_done(clause, scene) or clause.intro in NOT_TOLD:
            continue
        thing = _parted_from(clause, scene)
        if thing is not None:
            span = phrase_span(thing)
            found = retired(scene, scene.turn.text[span[0] : span[1]], span).but(attribute=BY_HAVING)
            doubted = _back_again(thing, scene) or _set_down(clause, span, scene) or in_doubt(clause, scene)
            doubted = doubted or _IN_PART.search(scene.sentence.lowered) is not None
            yield found.but(confidence=DOUBTED) if doubted or _of_ones_trade(scene) else found


_PASSES = frozenset("clear heal go pass subside vanish disappear".split())
_OVER_NOW = frozenset("gone better healed cured over".split())
_WHOLLY = frozenset("all completely fully totally".split())
PASSING = _OVER_NOW | frozenset("cleared healed went passed subsided vanished disappeared".split())
"""Words of which one tells that what one had is over by itself."""


def passed(scene: Scene) -> Iterator[Candidate]:
    """*My sore throat has gone*, *my frozen shoulder is better*: what is had by its bare name, and had no more."""
    for clause in scene.sentence.clauses:
        subject = clause.subject
        if subject is None or subject.owner not in _MINE or clause.negated or clause.intro in NOT_TOLD or clause.asked:
            continue
        said = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
        well = clause.verb == "be" and clause.mood == "actual" and not _OVER_NOW.isdisjoint(said)
        well = well and ("better" not in said or not _WHOLLY.isdisjoint(said))  # a bit better
        by_itself = (
            clause.verb in _PASSES and clause.done and not clause.complements and clause.particle in {None, "up"}
        )
        label = attribute_label(subject)
        if not label or not (by_itself or (well and len(clause.complements) < 2 and _by_now(said, clause, scene))):
            continue
        span = phrase_span(subject)
        found = retired(scene, label, span).but(attribute=label.replace(" ", "_"), known_attribute=True)
        doubted = in_doubt(clause, scene) or _back_again(subject, scene) or _IN_PART.search(scene.sentence.lowered)
        yield found.but(confidence=DOUBTED) if doubted else found


def _by_now(said: set[str], clause: Clause, scene: Scene) -> bool:
    """*Better than last week*, *over my lip*: what is no end."""
    return "than" not in scene.said and ("over" not in said or not clause.complements)


_IN_PART = re2.compile(
    r"\b(?:mostly|partly|at least|all over|for (?:now|today|this year|the season|a while)|on my \p{L}+)\b"
)
"""*My eczema cleared up, on my face at least*."""
_ALIKE_IN_PAST = frozenset({"put", "cut", "quit"})
"""Verbs whose past is spelt as their present."""


def _is_done(clause: Clause, scene: Scene) -> bool:
    """*We put our dog down last week*: what is over tells the past of a verb that has no form for it."""
    asserted = clause.mood == "actual" and not clause.negated and not clause.asked
    return clause.done or (clause.verb in _ALIKE_IN_PAST and asserted and bounded_past(scene))


def _parted_from(clause: Clause, scene: Scene) -> Phrase | None:
    """What a clause tells to be gone."""
    subject = clause.subject
    first = subject.pronoun in {"i", "we"} if subject is not None else clause.start == 0
    if subject is None and not (first and implicit_first_person(clause, scene)):
        return None
    if not clause.passive and (first or (subject is not None and subject.head_lemma in _ANYONE)):
        for complement in clause.complements:
            thing = complement.phrase.of or complement.phrase
            known = scene.lexicon.belonging(thing)
            mine = thing.owner in _MINE or (thing.determiner == "the" and thing.owner is None)
            if known is None or not mine or _is_a_part(thing) or _told_apart(thing, scene):
                continue
            if not _for_good(clause, complement, scene):
                continue
            if _acted(known.disposals if first else known.losses, clause, thing):
                return thing
        return None
    known = scene.lexicon.belonging(subject) if subject is not None and subject.owner in _MINE else None
    if known is None or subject is None or _is_a_part(subject) or not _by_itself(clause, subject):
        return None
    acts = (known.disposals | known.losses) if clause.passive else known.ends
    return subject if _acted(acts, clause, None) else None


def _is_a_part(thing: Phrase) -> bool:
    """*Half my company*: the rest is still had."""
    return any(x.lower == "half" for x in thing.tokens[thing.start : thing.head])


_TELLING_WHICH = frozenset("that which who whom whose where".split())


def _told_apart(thing: Phrase, scene: Scene) -> bool:
    """*The house where I grew up*, *the house my parents left me*: which one of them is told, so there are more."""
    after = thing.tokens[thing.end : thing.end + 1]
    if after and after[0].lower in _TELLING_WHICH:
        return True
    goes_on = any(c.start == thing.end and c.subject is not None for c in scene.sentence.clauses)
    return goes_on and thing.owner is None


_TRADE = re2.compile(r"\b(?:clients?|customers?|commission|estate agents?|realtor|dealership|my listing)\b")


def _of_ones_trade(scene: Scene) -> bool:
    """*I sold the house for a client*: what one sells by trade was never had."""
    return _TRADE.search(scene.sentence.lowered) is not None


_MINE = frozenset({"my", "our"})
_SET_ASIDE = frozenset({"put", "have", "get"})
"""Verbs that are as often told of an occasion: *put the dog down on the sofa*, *had my brace off at lunch*."""


def _acted(acts: Iterable[tuple[str, str]], clause: Clause, thing: Phrase | None) -> bool:
    """Whether a clause tells one of some acts; its words stand behind the verb, or behind what it is done to."""
    behind = [x.lower for x in clause.tokens[clause.verb_end :]]
    at = thing.start - clause.verb_end if thing is not None else 0
    after = [x.lower for x in clause.tokens[thing.end :]] if thing is not None else []
    for verb, said in acts:
        words = said.split()
        if thing is None:
            told = behind[: len(words)] == words and (bool(words) or clause.particle is None)
        else:
            aside = verb in _SET_ASIDE and said != "over"  # got over my rash
            before = behind[:at] == words and (at == 0 or len(words) > 1 or not aside)
            told = before or (at == 0 and bool(words) and after[: len(words)] == words)
        if told and verb == clause.verb:
            return True
    return False


def _for_good(clause: Clause, thing: Complement, scene: Scene) -> bool:
    """*I gave up the shop for today*, *I sold the shop a till*: what is only done for a while, or to something else."""
    said = [x.lower for x in clause.tokens[thing.phrase.end :]]
    others = [c for c in clause.complements if c is not thing]
    if "for" in said and not _FOR_NOW.isdisjoint(said):
        return False
    if clause.verb == "close" and (for_once(clause, scene.times) or any(_at_night(c) for c in others)):
        return False  # we closed down the restaurant last night
    if clause.verb in _SET_ASIDE | {"shave"} and not all(map(_timed, others)):
        return False
    return all(_leaves_it_so(c, clause) for c in others)


_FOR_EVER = frozenset("good adoption part scrap cash charity".split())
_FOR_NOW = frozenset("today tonight now tomorrow".split())
_FIGURES = frozenset(
    "boredom laughter embarrassment shame excitement joy curiosity impatience happiness delight jealousy envy".split()
)
"""What nobody really dies of."""
_PRETENCES = frozenset(
    """game app dream nightmare story book novel film movie play show series episode chapter scene draft poem song
    photo picture joke raffle""".split()
)
"""Where what happens is made up, or a turn of luck."""
_OUTCOMES = frozenset(
    """end garden yard backyard field orchard wood woods forest cemetery churchyard crash accident collision fire flood
    storm divorce auction sale move sleep arms lap night""".split()
)
"""*In the crash*, *in the garden*: in what, or where, something comes to its end."""
_ENDS_AT = frozenset("auction sale end last loss vet vets home hospital age".split())
"""*At auction*, *at the vet's*: likewise."""
_EXCHANGING = frozenset({"trade", "swap", "part-exchange"})
"""*For a Golf*: what is got for it."""
_TELLING_HOW = frozenset({"through", "via", "because", "after", "with", "without", "due", "over"})
_TAKING = frozenset({"steal", "write", "total", "repossess"})
"""Verbs of what others do, or an accident, which may be anywhere."""
_GOING = frozenset("clear go heal come quit resign".split())
"""Verbs of what may well be so in one place and not in another: *my eczema went away in Spain*."""


def _timed(complement: Complement) -> bool:
    kind = kind_of(complement.phrase)[0]
    return complement.preposition not in {"for", "during"} and (
        is_time_adjunct(complement, kind) or kind in {"day", "date"} or complement.phrase.head_lemma in w.TIME_NOUNS
    )


def _at_a_meal(complement: Complement) -> bool:
    return complement.preposition == "at" and kind_of(complement.phrase)[0] not in {"day", "date"}


def _at_night(complement: Complement) -> bool:
    return complement.phrase.head_lemma in {"night", "evening"} or kind_of(complement.phrase)[0] == "time"


def _leaves_it_so(beside: Complement, clause: Clause) -> bool:
    """Whether what stands beside an act leaves it what it is: *to a friend*, *on eBay*, *for £400*, *in the crash*."""
    phrase, preposition = beside.phrase, beside.preposition
    head = phrase.head_lemma
    if phrase.owner is not None and head in _PRETENCES:
        return False
    apart = preposition is None and phrase.tokens[phrase.start - 1].tag == t.PUNCT  # I sold my car, a Golf
    if apart or _timed(beside) or preposition in _TELLING_HOW:
        return True
    if preposition == "to":
        return phrase.pronoun not in {"me", "us"} and head != "devil"
    if preposition == "for":
        return _got_in_exchange(phrase, clause) or kind_of(phrase)[0] == "money" or head.isdigit() or head in _FOR_EVER
    if preposition == "on":
        bare = phrase.determiner is None and phrase.owner is None
        return clause.verb in _TAKING or bare or head in {"cheap", "spot", "internet"}
    if preposition in {"by", "from"}:
        return clause.verb in _TAKING
    if preposition == "in":
        anywhere = clause.verb in _TAKING and head not in _PRETENCES and not phrase.is_name
        return anywhere or head in _OUTCOMES
    return preposition == "at" and (clause.verb in _TAKING or head in _ENDS_AT)


def _got_in_exchange(got: Phrase, clause: Clause) -> bool:
    """*For a Golf*: what is got in exchange; not for a day, and not for another of the same."""
    said = {x.lower for x in got.tokens[got.core : got.end]}
    exchanged = clause.verb in _EXCHANGING and got.determiner in {"a", "an"}
    return exchanged and "one" not in said and got.head_lemma not in w.TIME_NOUNS


def _by_itself(clause: Clause, subject: Phrase) -> bool:
    """Whether what happens is done to nothing else, and out of nothing but where it lived: *moved out of the way*."""
    after = clause.tokens[clause.verb_end : clause.verb_end + 1]
    if after and after[0].tag == t.VERB and after[0].lower.endswith("ing"):
        return False  # died laughing
    between = clause.tokens[subject.end : clause.verb_start]
    if any(x.tag == t.PREP or x.lower in {"back", "home"} for x in between):
        return False  # our dog back home
    return all(_happens(c, clause) for c in clause.complements)


def _happens(beside: Complement, clause: Clause) -> bool:
    """Whether what stands beside an event leaves it what it is: *died of old age*, *moved out of our flat*."""
    head, preposition = beside.phrase.head_lemma, beside.preposition
    if clause.verb in _GOING:
        return preposition in _TELLING_HOW or (_timed(beside) and not _at_a_meal(beside))
    if preposition == "of":
        if clause.particle == "out":
            return head in LEFT_FOR_GOOD
        return head not in _FIGURES
    if clause.verb == "die" and preposition in {"from", "during"}:
        return True
    if clause.verb == "move" and preposition == "into":
        return head in w.DWELLINGS
    return _leaves_it_so(beside, clause)


def _set_down(clause: Clause, span: tuple[int, int], scene: Scene) -> bool:
    """*I put the cat down because my arms hurt*: what goes on with it was put on the floor."""
    after = scene.turn.text[span[1] : span[1] + _HEARD_AFTER].lower()
    return clause.verb == "put" and _WITH_IT.search(after) is not None and _ILL.search(after) is None


_WITH_IT = re2.compile(r"^(?: down)?,? (?:because|as|so|since|and|then|to)\b")
_ILL = re2.compile(
    r"\b(?:old|ill|sick|suffer\w*|pain|cancer|kidneys?|liver|tumou?rs?|vet|stroke|heartbroken|miss|sad)\b"
)


def _back_again(thing: Phrase, scene: Scene) -> bool:
    """*My bike was stolen but I got it back*, *I sold my car and bought a new one*: one is still had."""
    at = phrase_span(thing)[1]
    after = scene.turn.text[at : at + _HEARD_AFTER].lower()
    if any(f" {x} {thing.head_lemma}" in after for x in ("a new", "another", "a newer", "a better")):
        return True
    found = _BACK.search(after)
    return found is not None and _NOT_BACK.search(after[: found.start()]) is None
