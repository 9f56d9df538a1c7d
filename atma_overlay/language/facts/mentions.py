"""Values that are only named: under the word that governs them, too faint to retire anything by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atma_overlay.language.candidates import Candidate, Part, touches
from atma_overlay.language.dates.stays import over_since
from atma_overlay.language.doubts.elsewhere import acts_there
from atma_overlay.language.doubts.one_more import HOLDING
from atma_overlay.language.facts.addresses import address_told
from atma_overlay.language.facts.from_others import handed, owner_of
from atma_overlay.language.facts.mentioned_things import Governing, is_anothers, thing_named
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import anchoring, kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.value_phrases import attribute_label, is_compared, phrase_span
from atma_overlay.language.making import make
from atma_overlay.language.scene import OPEN, WEAK, Scene, asks_who, value_text
from atma_overlay.language.turn import ReadSentence, ReadTurn, addressed, named_whole, subject_of
from atma_overlay.language.vocabulary.attributes import Attribute
from atma_overlay.records import Act, Cardinality, Change

_OPENING_TAGS = t.NOMINAL | {t.DET, t.POSS, t.NAME}
_CALENDAR = w.DAY_NAMES | w.MONTH_NAMES
_PEOPLE = w.KIN | w.ACQUAINTANCES

_NAMES = kinds.NAMED - {"quote"}

FAINT = 0.45
"""Confidence of a bare mention: enough to be found, too little to retire anything."""
_CROWD = frozenset(
    """team people folk folks guy guys woman man lady bloke chap kid kids family group crew neighbour neighbours
    company""".split()
)


def from_sentence(scene: Scene, taken: Sequence[tuple[int, int]] = ()) -> Iterator[Candidate]:
    """Anchored values that no other rule carries, under the word that governs them: *my flat in Turin*.

    What a question or a wish names only counts where it is owned.

    Args:
        scene: the sentence, with a clause that spans it.
        taken: the spans of the values that other rules carry.
    """
    sentence, tokens = scene.sentence, scene.sentence.tokens
    over = [x for x in scene.times if x.end is not None and x.end <= scene.turn.at and x.grain in {"year", "season"}]
    if over or not _may_hold_more(tokens, taken):
        return
    told = any(c.mood == "actual" and not c.asked for c in sentence.clauses)
    read, governing = 0, Governing("" if told else _topic_before(sentence, scene.turn))
    for i, token in enumerate(tokens):
        if i < read:
            continue
        phrase = sentence.phrase_at(i) if token.tag in _OPENING_TAGS else None
        if phrase is None or phrase.end <= i:
            governing.pass_by(token)
            continue
        place = phrase_span(phrase)
        found = _anchored(scene, phrase, governing) if not touches(place, taken) else None
        if found is not None:
            yield found
        noun = attribute_label(phrase) if kind_of(phrase)[0] == "phrase" else ""
        behind = tokens[phrase.end].lower if phrase.end < len(tokens) else None
        if noun and handed(noun, behind):
            governing.label, governing.owned, governing.owner, governing.theirs = "", False, None, False
        elif noun and not _setting(phrase):
            governing.label, governing.owned = noun, phrase.owner in {"my", "our"}
            governing.owner, governing.theirs = owner_of(phrase, scene), is_anothers(phrase)
        read = phrase.end


def _may_hold_more(tokens: Sequence[Tagged], taken: Sequence[tuple[int, int]]) -> bool:
    """Whether there is a word, beside the values that other rules carry, that may make a phrase a value."""
    return any(not touches((x.token.start, x.token.end), taken) for x in anchoring(tokens))


def _setting(phrase: Phrase) -> bool:
    """*In bed*, *at work*: where somebody is, and nothing that the hours behind it are of."""
    before = phrase.tokens[phrase.start - 1].lower if phrase.start else ""
    return before in {"in", "at", "on"} and phrase.determiner is None and phrase.owner is None


def _anchored(scene: Scene, phrase: Phrase, governing: Governing) -> Candidate | None:
    kind, unit = kind_of(phrase)
    label = governing.label
    if kind in _NAMES:
        if acts_there(phrase) or (governing.owned and is_compared(phrase.tokens, phrase.start)):
            return None
        before = phrase.tokens[phrase.start - 1] if phrase.start else None
        if before is not None and before.tag == t.GEN and governing.owned:
            return None  # my phone's GPS is no phone
        preposition = before.lower if before is not None and before.tag == t.PREP else ""
        if preposition == "off" or (preposition in _TO and _is_denied(scene.sentence, phrase.start)):
            return None  # we're off Zoom for today; we didn't migrate to Postgres
        if preposition == "by" and _done_to_others(scene.sentence, phrase.start):
            label = preposition = ""
        mine = phrase.owner in {"my", "our"} and not phrase.owner_is_name
        address = address_told(scene, phrase) if "@" in phrase.tokens[phrase.head].text else None
        if address is not None:
            return address
        owned = governing.owned and preposition and not _told_as_over(scene.sentence, phrase.start)
        owned = owned and not (preposition in _TO and _not_done(scene.sentence, phrase.start))
        if mine or owned or _free(scene.sentence, phrase.start):
            under = "_".join(x for x in (label.strip(), preposition) if x)
            found = _mention(scene, phrase, kind, unit, under, label)
            return found if found is None or mine else _of_its_owner(found, governing, before)
    elif kind in {"time", "frequency", "day"} and _free(scene.sentence, phrase.start):
        if label:
            key = f"{label.strip()} {'day' if kind == 'frequency' else kind}"
            return _mention(scene, phrase, kind, unit, key, label)
        if scene.told is not Change.NONE:
            value, span = value_text(scene, phrase)
            return make(
                scene, scene.turn.speaker, "", value, span, kind, unit, scene.told, WEAK, part=Part.ADOPTED,
                affirmed=True, single=False,
            )  # fmt: skip
    return None


def _of_its_owner(found: Candidate, governing: Governing, before: Tagged | None) -> Candidate:
    """What is named under somebody else's noun, as theirs where it stands right beside that, else as nobody's."""
    if governing.owner is not None and before is not None and before.text in _BESIDE:
        return found.but(subject=governing.owner)
    return _of_nobody(found) if governing.theirs else found


_BESIDE = frozenset({":", ",", "("})
"""What leads from a thing to its value: *her new address: 4 Elm Road*."""


def _free(sentence: ReadSentence, i: int) -> bool:
    """Whether a token stands in what is told as a fact of the speaker's own."""
    loose = any(
        c.start <= i < max(c.end, c.verb_end)
        and (c.asked or c.mood != "actual" or c.intro in {"if", "unless"} or _was(c))
        for c in sentence.clauses
    )
    wished = any(c.verb == "wish" and c.verb_start < i for c in sentence.clauses)
    tokens = sentence.tokens
    if i > 2 and ("rather" in (tokens[i - 2].lower, tokens[i - 3].lower) or tokens[i - 2].lower == "instead"):
        return False  # instead of Mondays, rather than on Mondays
    return not sentence.sentence.asks and not loose and not wished and not _others(sentence, i)


def _done_to_others(sentence: ReadSentence, i: int) -> bool:
    """*Slack was replaced by Teams*: what did something, and not to the speaker or a thing of theirs."""
    for clause in sentence.clauses:
        subject = clause.subject
        if clause.passive and clause.verb_end <= i < clause.end:
            return subject is None or not (subject.pronoun in {"i", "we"} or subject.owner in {"my", "our"})
    return False


def _told_as_over(sentence: ReadSentence, i: int) -> bool:
    """*My old work phone was on O2*: a token stands in what was so."""
    return any(c.start <= i < max(c.end, c.verb_end) and _was(c) for c in sentence.clauses)


_TO = frozenset({"to", "into", "onto"})


def _not_done(sentence: ReadSentence, i: int) -> bool:
    """*We'll migrate our database to Postgres*: a token stands in what has not come about."""
    return any(c.start <= i < max(c.end, c.verb_end) and (c.asked or c.mood != "actual") for c in sentence.clauses)


def _is_denied(sentence: ReadSentence, i: int) -> bool:
    """*Never moved to York*: a token stands in what was not done."""
    return any(
        c.negated and c.tense != "present" and c.verb_start < i < max(c.end, c.verb_end) for c in sentence.clauses
    )


def _was(clause: Clause) -> bool:
    """*My first phone was a Nokia*, *we used to sing at …*: what is told as over."""
    return clause.tense == "habit_past" or (clause.verb == "be" and clause.tense == "past" and not clause.passive)


def _others(sentence: ReadSentence, i: int) -> bool:
    """Whether the clause around a token is of other people: *the day shift has theirs at noon*."""
    for clause in sentence.clauses:
        subject = clause.subject
        if subject is None or not clause.start <= i < max(clause.end, clause.verb_end) or i < clause.verb_start:
            continue
        if any(x.lower == "theirs" for x in clause.tokens[clause.start : clause.end]):
            return True
        if subject.pronoun is None and subject.owner not in {"my", "our"} and subject.head_lemma in _CROWD:
            return True
    return False


_KNOWING = frozenset("know speak understand support include collect".split())
"""Verbs that have several objects at a time; what is read or watched *now* may be one."""


_NO_LABELS = frozenset("hi hello hey hiya greetings howdy thanks scratch scrap strike oop oops".split())
"""Words before a name that greet or take something back, and name nothing."""


def _mention(
    scene: Scene, phrase: Phrase, kind: str, unit: str | None, under: str, label: str
) -> Candidate | None:  # fmt: skip
    """A mention under its own noun where it is owned, else under the words that govern it."""
    if addressed(phrase) or phrase.owner == "your" or (phrase.owner is not None and asks_who(scene)):
        return None
    if phrase.tokens[phrase.head].lower in _CALENDAR and kind in kinds.NAMED:
        return None
    if phrase.tokens[phrase.core].token.first and phrase.end == phrase.core + 1 and phrase.owner is None:
        return None
    value, span = value_text(scene, thing_named(phrase, scene))
    noun = attribute_label(phrase) if phrase.owner in {"my", "our"} else ""
    under, label = ("", "") if label.strip() in _NO_LABELS else (under, label)
    key = noun or under.strip() or "mention"
    done = not noun and label.endswith(" ")
    told_of = label.rsplit(" ", maxsplit=1)[-1] in _PEOPLE and not noun
    does = any(c.subject is not None and c.subject.start == phrase.start for c in scene.sentence.clauses)
    known = scene.lexicon.by_noun(key)
    if (told_of and under == label) or (done and known is not None and known.id == key):
        key = "mention"  # my wife and I have two kids, Leo and Mia; who emailed ann@… has another address
    attribute = (None if done or told_of or (does and not noun) else known) or key
    confidence = OPEN if not isinstance(attribute, str) else FAINT
    itself = bool(noun) and value.lower() == noun.lower()  # my GitHub username is …
    if itself or (does and named_whole(phrase) is not None) or not _may_be(attribute, phrase, kind, scene):
        return None  # *the capital of France is …*: what is told of France, and no value
    told = Change.NONE if key == "mention" else scene.told  # a name that merely comes up takes no other's place
    made = make(
        scene, scene.turn.speaker, attribute, value, span, kind, unit, told, confidence, single=False, affirmed=True,
        additive=does,
    )  # fmt: skip
    if done and (label.strip() in _KNOWING or (label.strip() in HOLDING and phrase.determiner in {"a", "an"})):
        made = made.but(cumulative=True)  # I know Rust now, I hold a German passport now
    if not made.known_attribute and _says_which(scene.sentence, phrase):
        made = made.but(change=Change.NONE, cumulative=True)
    if done and _is_over(scene, phrase):
        made = over_since(made, scene)
    if _given_up(scene, phrase):
        over = made.but(part=Part.RETIRED, act=Act.END, attribute="", value_kind="mention", confidence=_SURE)
        return over.but(subject=_whose(scene, phrase))
    whose = scene.turn.speaker if noun else _whose(scene, phrase)
    if whose == scene.turn.speaker:
        return made
    if made.known_attribute:  # my father worked at Google: where the speaker works is not told
        return _of_nobody(made)
    return made.but(subject=whose) if done and not whose.startswith("?") else made


def _of_nobody(made: Candidate) -> Candidate:
    """A mention of what is another's, which tells nothing of the speaker but that it came up."""
    if not made.known_attribute:
        return made
    return made.but(attribute="mention", known_attribute=False, cardinality=Cardinality.MULTI, change=Change.NONE)


_LASTING = frozenset("live work reside study drive use bank rent own teach commute go attend".split())


def _is_over(scene: Scene, phrase: Phrase) -> bool:
    """*I lived in Leeds*, *we used Jenkins*: what lasts and is told in the past was so until then, and no fact now."""
    at = phrase.start
    clause = next((c for c in scene.sentence.clauses if c.verb_end <= at < c.end), None)
    if clause is None or clause.verb not in _LASTING or clause.tense != "past" or clause.passive or clause.negated:
        return False
    return clause.mood == "actual" and not clause.progressive and scene.told is Change.NONE


def _says_which(sentence: ReadSentence, phrase: Phrase) -> bool:
    """*The warehouse in Duisburg is run by DSV now*: a name that only says of which one the clause tells."""
    for clause in sentence.clauses:
        subject = clause.subject
        if subject is not None and subject.end == phrase.start - 1 and phrase.end <= clause.verb_start:
            return True
    return False


def _may_be(attribute: Attribute | str, phrase: Phrase, kind: str, scene: Scene) -> bool:
    """Whether a mention can be a value: *the average age in my department is 29.5* names no department."""
    if isinstance(attribute, str):
        return True
    versioned = kind != "version" or "version" in attribute.values
    return versioned and scene.lexicon.admits(attribute, phrase, kind)


_SURE = 0.85
_HABITS = frozenset("go attend visit have own".split())
_NO_LONGER = frozenset({"longer", "anymore"})


def _given_up(scene: Scene, phrase: Phrase) -> bool:
    """*I no longer go to Corepoint*, *I don't have the Saab any more*: what one had or went to until then."""
    said = scene.sentence
    if not phrase.is_name or (said.words.isdisjoint(_NO_LONGER) and "any more" not in said.lowered):
        return False
    clause = next((c for c in said.clauses if c.verb_start <= phrase.start < max(c.end, c.verb_end)), None)
    if (
        clause is None
        or not (clause.verb in _HABITS or _is_seen(clause, phrase))
        or not clause.negated
        or not _is_plain(clause)
    ):
        return False
    over = bool(clause.adverbs & _NO_LONGER) or "any more" in said.lowered
    subject = clause.subject
    told_of = subject is not None and (subject.pronoun in {"i", "we"} or _is_relation(subject))
    return over and told_of and clause.complements[:1] != [] and clause.complements[0].phrase == phrase


def _is_relation(phrase: Phrase) -> bool:
    """*My daughter*: somebody of the speaker's, of whom it is known where they go."""
    return phrase.owner in {"my", "our"} and phrase.head_lemma in w.KIN


_TITLES = frozenset("dr dr. doctor prof prof. professor".split())


def _is_seen(clause: Clause, phrase: Phrase) -> bool:
    """*I no longer see Dr. Lund*: whom one sees by a title, for what they do."""
    return clause.verb == "see" and phrase.tokens[phrase.core].lower in _TITLES


def _is_plain(clause: Clause) -> bool:
    return clause.mood == "actual" and clause.tense == "present" and not clause.asked and not clause.progressive


def _whose(scene: Scene, phrase: Phrase) -> str:
    """*My daughter goes to Oakfield*: of whom the clause around a mention tells."""
    clause = next((c for c in scene.sentence.clauses if c.verb_start <= phrase.start < max(c.end, c.verb_end)), None)
    subject = clause.subject if clause is not None else None
    if subject is None or subject.pronoun in {"i", "we"}:
        return scene.turn.speaker
    if subject.pronoun == "you" and clause is not None and clause.mood == "actual" and not clause.asked:
        return subject.pronoun  # whoever reads it, and not the one who says it
    return subject_of(subject, scene.turn) or scene.turn.speaker


def _topic_before(sentence: ReadSentence, turn: ReadTurn) -> str:
    """What the sentence before was about, for a fragment that only gives the value.

    *Salsa is back! Every Friday, town hall*: salsa.
    """
    last = turn.before(sentence)
    if last is None or last.sentence.asks:
        return ""
    for clause in last.clauses:
        label = attribute_label(clause.subject)
        if label:
            return label
    phrase = last.phrase_at(0) if not last.clauses and last.tokens else None
    return attribute_label(phrase)
