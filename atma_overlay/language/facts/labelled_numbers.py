"""Numbers and codes behind what they are of: *size 12*, *port 8080*, *flat 6B*; *ticket 8821* is one of several."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import DOUBTED, Candidate
from atma_overlay.language.facts.done_to_speaker import to_speaker
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.small_letters import is_a_name
from atma_overlay.language.grammar.value_phrases import DULL_HEADS
from atma_overlay.language.making import make
from atma_overlay.language.scene import WEAK, Scene
from atma_overlay.language.turn import ReadSentence, subject_of
from atma_overlay.records import Cardinality, Change
from atma_overlay.values.normal import UNIT_OF

NOT_RELATIONS = frozenset(
    "street road avenue day month year session question version page line chapter part number no".split()
)
_NO_RELATIONS = NOT_RELATIONS | w.TIME_NOUNS | DULL_HEADS


def labelled_numbers(scene: Scene) -> Iterator[Candidate]:
    """*size 12*, *port 8080*, *flat 6B*: a noun with the number or the code that stands behind it."""
    tokens = scene.sentence.tokens
    asked = [c for c in scene.sentence.clauses if c.asked or c.mood in {"unreal", "imperative", "future"}]
    for i in range(len(tokens) - 1):
        noun, number = tokens[i], tokens[i + 1]
        if noun.tag != t.NOUN:
            continue
        coded = number.tag == t.NAME and any(c.isdigit() for c in number.text) and len(number.text) < 12
        if not ((number.tag == t.NUM and number.token.kind == "number") or coded):
            continue
        if any(c.verb_start <= i < c.end for c in asked):
            continue
        following = tokens[i + 2] if i + 2 < len(tokens) else None
        counts = following is not None and following.tag in t.NOMINAL
        if counts or does(tokens, i) or noun.lemma in _NO_RELATIONS or noun.lower in UNIT_OF or ":" in number.text:
            continue
        if _tells_what_fits(scene, i) or (not scene.sentence.clauses and _is_for_somebody(tokens, i + 2)):
            continue
        span = (noun.token.start, number.token.end)
        value = scene.turn.text[span[0] : span[1]]
        before = tokens[i - 1].lower if i and tokens[i - 1].tag == t.NOUN else ""
        compound = scene.lexicon.by_noun(f"{before} {noun.lemma}") if before else None  # gate code 4471
        attribute = compound or scene.lexicon.by_noun(noun.lemma) or noun.lemma
        holder = next((c for c in scene.sentence.clauses if c.start <= i < c.end and c.subject is not None), None)
        subject = subject_of(holder.subject, scene.turn) if holder is not None else None
        given = holder is not None and to_speaker(holder)
        subject = scene.turn.speaker if given else subject
        if not given and holder is not None and holder.subject is not None:
            if _of_another(holder.subject):
                continue
            within = holder.subject.start <= i < holder.verb_start and holder.subject.head not in {i, i + 1}
            mine = holder.subject.owner in {"my", "our"} or holder.subject.pronoun in {"it", "that", "there"}
            if holder.subject.head in {i, i + 1}:
                subject = None
                if mine and coded and number.text[0].isalpha():
                    continue  # *my server web7 runs Debian*: its name, which is read by itself
            if (within and not mine) or (
                subject is None and not mine and holder.subject.tokens[holder.subject.head].lemma in w.KIN
            ):
                continue
        was = holder is not None and holder.verb == "be" and holder.tense == "past"  # I was on ward 2 then
        if holder is not None and not given and (was or _is_wished_for(holder, i)):
            continue
        once = _of_an_occasion(scene.sentence) if holder is None else _of_one_day(scene)
        passing = scene.told is Change.NONE and (once or (not coded and _is_named_as_subject(holder, i)))
        passing = passing or (scene.told is Change.NONE and _is_anybodys(noun.lemma, holder, scene.sentence))
        found = make(
            scene, subject or scene.turn.speaker, attribute, value, span, "code" if coded else "number", None,
            scene.told, DOUBTED if passing or _of_one_part(scene, i + 2) else WEAK, single=True, affirmed=True,
        )  # fmt: skip
        yield _one_of_several(found) if _tells_of_it(holder, i) and found.thing is None else found


def _is_for_somebody(tokens: tuple[t.Tagged, ...], behind: int) -> bool:
    """*Iphone 14 for marco*, *size 12 for my sister*: of a list of what others are to get."""
    if behind + 1 >= len(tokens) or tokens[behind].lower != "for":
        return False
    whom = [x for x in tokens[behind + 1 : behind + 3] if x.tag != t.POSS]
    return any(x.lower in _THEM or x.lemma in w.KIN | w.ACQUAINTANCES or is_a_name(x.lower) for x in whom[:1])


_THEM = frozenset("him her them everyone everybody someone somebody".split())


def _tells_what_fits(scene: Scene, noun: int) -> bool:
    """*Phone case iphone 14*, *screen protector pixel 9*: a product that says for which model something is."""
    tokens = scene.sentence.tokens
    if not noun or tokens[noun - 1].tag != t.NOUN:
        return False
    model = scene.lexicon.thing_of(f"{tokens[noun].text} {tokens[noun + 1].text}".title())
    return model is not None and scene.lexicon.by_noun(tokens[noun - 1].lemma) is not model


def _is_anybodys(noun: str, holder: Clause | None, sentence: ReadSentence) -> bool:
    """*There's a sale on anything in size 12*: what somebody wears is told of whoever is spoken of."""
    told = noun == "size" and holder is not None and holder.subject is not None
    return told and sentence.words.isdisjoint(_FIRST_PERSON)


_FIRST_PERSON = frozenset("i me my mine we us our ours myself".split())


def _tells_of_it(clause: Clause | None, noun: int) -> bool:
    """*Truck 21 is driven by Igor now*, *order 4412 ships from Antwerp*: a number that only says which one it is."""
    if clause is None or not clause.tokens[noun + 1].text.isdigit():
        return False
    thing, subject = clause.bare(), clause.subject
    if clause.verb in _HANDLING and thing is not None and thing.head in {noun, noun + 1}:
        return True
    if subject is None or subject.head not in {noun, noun + 1} or subject.owner is not None:
        return False
    return clause.verb != "be" or clause.passive


_HANDLING = frozenset(
    "assign reassign escalate approve reject resolve close reopen merge fix file ship deliver cancel refund pay".split()
)
"""What is done to one of many: *I reassigned ticket 8812 to Aisha*, *we shipped order 2093*."""


def _one_of_several(found: Candidate) -> Candidate:
    return found.but(
        cardinality=Cardinality.MULTI, change=Change.NONE, cumulative=True, confidence=min(found.confidence, DOUBTED)
    )


def _is_wished_for(clause: Clause, noun: int) -> bool:
    """*Security wants Python 3.12*, *the module requires Terraform 1.8*: what is asked for is not what there is."""
    subject = clause.subject
    if subject is None or subject.head in {noun, noun + 1}:
        return False
    of_the_speaker = subject.pronoun in {"i", "we", "it"} or subject.owner in {"my", "our"}
    return clause.verb in _WISHING if of_the_speaker else clause.verb not in _HOLDING


_WISHING = frozenset(
    """want need wish like prefer recommend suggest consider expect require demand ask miss hate love fancy test try
    evaluate review await compare see hear mention""".split()
)
_HOLDING = frozenset(
    """be run use have get go move upgrade update bump switch migrate change sit live stay come start take wear play
    work stand remain keep deploy ship build pin""".split()
)
"""What others do who have something: *the app runs on Node 18*, *the team moved to Rails 7*."""


def _is_named_as_subject(clause: Clause | None, noun: int) -> bool:
    """*Django 5 is out*: what is told of a thing with its number does not say whose it is."""
    subject = None if clause is None else clause.subject
    return subject is not None and subject.owner is None and subject.head in {noun, noun + 1}


def _of_one_part(scene: Scene, behind: int) -> bool:
    """*Python 3.12 on the ML box*, *Java 17 for the new service*: what a number holds for, where it is no whole."""
    tokens = scene.sentence.tokens
    if behind >= len(tokens) or tokens[behind].lower not in {"on", "for"}:
        return False
    part = scene.sentence.phrase_at(behind + 1)
    if part is None or (part.determiner != "the" and part.owner is None):
        return False
    return part.head_lemma not in w.TIME_NOUNS and (part.head > part.core or part.head_lemma not in _ALL_OF_IT)


_ALL_OF_IT = frozenset("app application project product site platform system stack team company whole".split())


def does(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    """*My brother squats 160*, *the room seats 40*: a verb that is spelt like the plural of a noun."""
    plural = tokens[i].tag == t.NOUN and tokens[i].lower.endswith("s") and tokens[i].lemma != tokens[i].lower
    return plural and i > 0 and tokens[i - 1].tag in t.NAME_OR_NOUN


def _of_another(subject: Phrase) -> bool:
    """*Anna's desk is room 5*, *his seat is row 4*, *the coach's locker is box 2*: a thing of somebody else's."""
    return subject.pronoun is None and subject.owner not in _OWN


_OWN = frozenset({None, "my", "our", "its"})


def _of_one_day(scene: Scene) -> bool:
    """*Tomorrow I cover ward 9*: what is told of a day or two, and of no time after it."""
    return any(x.grain in {"day", "week"} and x.end is not None for x in scene.times)


_OCCASIONS = w.TIME_NOUNS | frozenset("today set rep session round".split())
_LISTED = t.NOMINAL | {t.PUNCT, t.CONJ}


def _of_an_occasion(sentence: ReadSentence) -> bool:
    """*Only squat 80 today*, *deload week: squat 90*: what was done once, among other words than names and figures."""
    tokens = sentence.tokens
    return any(x.tag not in _LISTED or x.lemma in _OCCASIONS for x in tokens)
