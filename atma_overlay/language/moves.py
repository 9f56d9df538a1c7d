"""Change as it is told: what took whose place, what stopped, what was said wrong, what is not to be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.clauses import Clause
from atma_overlay.language.lexicon import Attribute, ChangeVerb, Lexicon
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.statements import DURATIONS, Scene, make, phrase_span, value_of, value_text
from atma_overlay.language.turn import ReadSentence, ReadTurn, addressed, subject_of
from atma_overlay.records import Act, Change
from atma_overlay.state.values import normalise

TOLD, RETIRE, ADOPT = 0.9, 0.85, 0.7
_FORGET = frozenset(
    """forget delete erase remove wipe purge discard drop lose scrub clear unremember un-remember unlearn disregard
    strike bin ditch scrap take throw""".split()
)
_PLAIN_FORGET = frozenset("delete erase wipe purge unlearn unremember un-remember".split())
_ENDING = frozenset("end finish expire lapse fold dissolve disband close".split())
_STOPPING = frozenset("stop quit cease finish".split())
_CORRECTING = (
    "i meant", "correction", "i misspoke", "i was wrong", "my mistake", "by mistake", "typo", "i misread", "silly me",
    "fat fingers", "got that wrong", "told you wrong", "scratch that", "no, wait", "wait, no", "to be accurate", "oops",
    "that's not right", "that was wrong", "mixed up", "mixed her up", "mixed him up", "and always was",
)  # fmt: skip
_KEEP = frozenset("keep hold store remember retain use save hang record".split())
_MEMORY_NOUNS = frozenset("memory notes note records record file memories history log logs".split())
_TOLD_VERBS = frozenset("tell say mention give share type paste bring let post ask write send note".split())


@dataclass(frozen=True, slots=True)
class _Roles:
    """A change verb's pattern, taken apart: where the old and the new value stand."""

    source: ChangeVerb
    subject: str | None
    verb: str
    particle: str | None
    slots: tuple[tuple[str | None, str], ...]
    """(preposition, "old" or "new") of the complements."""
    literals: tuple[str, ...] = ()


def compile_moves(lexicon: Lexicon) -> dict[str, list[_Roles]]:
    """The lexicon's change verbs by the lemma of their verb."""
    table: dict[str, list[_Roles]] = {}
    for verb in lexicon.change_verbs:
        roles = _take_apart(verb)
        if roles is not None:
            table.setdefault(roles.verb, []).append(roles)
    for options in table.values():
        options.sort(key=lambda r: -len(r.slots) - len(r.literals))
    return table


def _take_apart(verb: ChangeVerb) -> _Roles | None:
    parts = verb.pattern.replace("{V}", "{new}").split()
    subject = parts.pop(0).strip("{}") if parts and parts[0] in {"{old}", "{new}"} else None
    if not parts:
        return None
    lemma = w.lemma(parts.pop(0).strip("()").split("|")[0])
    if lemma == "be" and parts and w.verb_lemma(parts[0].split("|")[0]) and t.is_participle(parts[0]):
        lemma = w.lemma(parts.pop(0))
        subject = subject or "old"
    particle, slots, literals, preposition = None, [], [], None
    for part in parts:
        if part in {"{old}", "{new}"}:
            slots.append((preposition, part.strip("{}")))
            preposition = None
        elif part in w.PREPOSITIONS:
            if preposition is not None:
                particle = preposition
            preposition = part
        else:
            literals.append(w.lemma(part.strip("()?")))
    if preposition is not None and not slots:
        particle = preposition
    return _Roles(verb, subject, lemma, particle, tuple(slots), tuple(literals))


def from_clause(scene: Scene, table: dict[str, list[_Roles]]) -> Iterator[Candidate]:
    """Replacements and endings that a clause tells by its verb."""
    clause = scene.clause
    if clause.asked or clause.mood != "actual" or clause.negated or clause.intro in {"if", "unless", "when", "whether"}:
        if not (clause.negated and clause.verb in {"survive", "last"} and clause.mood == "actual" and not clause.asked):
            return
    for roles in table.get(clause.verb, ()):
        bound = _bind(roles, clause, scene)
        if bound is None or not _happened(roles, clause):
            continue
        yield from _candidates(scene, roles, bound)
        return


def _beside(clause: Clause, particle: str) -> bool:
    """Whether a particle stands right behind the verb or right behind its object."""
    thing = clause.bare()
    places = [clause.verb_end] + ([thing.end] if thing is not None else [])
    return any(at < len(clause.tokens) and clause.tokens[at].lower == particle for at in places)


def _happened(roles: _Roles, clause: Clause) -> bool:
    """A habit ends nothing: *goes to*, *leaves at six*. What is over is told in the past, the perfect or with *be*."""
    if clause.verb == "be" or clause.passive or clause.tense in {"past", "perfect"} or clause.progressive:
        return True
    return roles.source.effect == "set" or bool(clause.adverbs & {"now", "today"}) or clause.tokens[0].lower in {"just"}


def _bind(roles: _Roles, clause: Clause, scene: Scene) -> dict[str, Phrase] | None:
    bound: dict[str, Phrase] = {}
    after = [x.lemma for x in clause.tokens[clause.verb_end : max(clause.end, clause.verb_end)]]
    if any(literal not in after for literal in roles.literals):
        return None
    if roles.particle is not None and clause.particle != roles.particle and not _beside(clause, roles.particle):
        return None
    if roles.subject is not None:
        if clause.subject is None or clause.subject.pronoun not in {None, "it", "that", "this", "they"}:
            return None
        bound[roles.subject] = clause.subject
    for preposition, role in roles.slots:
        wanted = {preposition}
        if preposition is None and roles.source.effect in {"end", "replace"} and clause.passive and clause.subject is not None:
            bound[role] = clause.subject
            continue
        phrase = next((c.phrase for c in clause.complements if c.preposition in wanted and c.phrase not in bound.values()), None)
        if phrase is None or (phrase.pronoun is not None and role == "new"):
            return None
        bound[role] = phrase
    return bound or None


def _candidates(scene: Scene, roles: _Roles, bound: dict[str, Phrase]) -> Iterator[Candidate]:
    old, new = bound.get("old"), bound.get("new")
    old_text = value_text(scene, old)[0] if old is not None and old.pronoun is None else None
    effect = roles.source.effect
    actor, marked = scene.turn.speaker, ""
    if roles.subject is None and not scene.clause.passive:
        who = scene.clause.subject
        if who is not None and subject_of(who, scene.turn) is None and who.owner not in {"my", "our"}:
            return
        actor, marked = subject_of(who, scene.turn) or scene.turn.speaker, BY_ACTOR if who is not None else ""
    if new is not None and effect in {"replace", "set", "start"}:
        phrase, kind, unit = value_of(new)
        if kind not in kinds.ANCHORED and not (old_text and effect == "replace"):
            return
        value, span = value_text(scene, phrase)
        part = Part.ADOPTED
        yield make(
            scene, actor, marked, value, span, kind, unit, Change.TOLD, TOLD if old_text else ADOPT,
            part=part, replaces=old_text, affirmed=True, single=False,
        )  # fmt: skip
    elif old is not None and effect in {"end", "replace"} and old.pronoun is None:
        value, span = value_text(scene, old)
        yield make(
            scene, actor, marked, value, span, "mention", None, Change.TOLD, RETIRE,
            part=Part.RETIRED, act=Act.END, affirmed=True, single=False,
        )  # fmt: skip


def endings(scene: Scene) -> Iterator[Candidate]:
    """*My contract with them ended*, *I've stopped taking sertraline*: what was owned or done has stopped."""
    clauses = scene.sentence.clauses
    for n, clause in enumerate(clauses):
        if clause.asked or clause.mood != "actual" or clause.negated or clause.intro in {"if", "unless", "when", "until"}:
            continue
        subject = clause.subject
        owned = subject is not None and subject.owner in {"my", "our"}
        if clause.verb in _ENDING and owned and clause.tense != "present" and subject is not None and clause.bare() is None:
            span = phrase_span(subject)
            yield _retired(scene, scene.turn.text[span[0] : span[1]], span)
        elif clause.verb in _STOPPING and clause.tense != "present" and n + 1 < len(clauses):
            done = clauses[n + 1]
            form = done.tokens[done.verb_end - 1]
            mine = subject is not None and subject.pronoun in {"i", "we"}
            if mine and form.lower.endswith("ing") and done.subject is None and done.complements:
                span = phrase_span(done.complements[0].phrase)
                yield _retired(scene, scene.turn.text[span[0] : span[1]], span)


def _retired(scene: Scene, value: str, span: tuple[int, int]) -> Candidate:
    return make(
        scene, scene.turn.speaker, "", value, span, "mention", None, Change.TOLD, RETIRE,
        part=Part.RETIRED, act=Act.END, affirmed=True, single=False,
    )  # fmt: skip


BY_ACTOR = "by_subject"
_PARTING_STATES = frozenset(
    """history gone closed shut lapsed retired cancelled canceled expired dead finished crushed scrapped asleep bust
    dissolved folded decommissioned discontinued out over archived""".split()
)
_PARTING_VERBS = frozenset(
    """close shut lapse retire expire die fold dissolve turn archive discontinue decommission scrap crush break burst
    spring give""".split()
)
_LEAVING_VERBS = frozenset("hand give return leave quit drop sell swap cancel say send ditch unsubscribe resign".split())
_FAILING = frozenset("survive fit last work suit".split())


def farewells(scene: Scene) -> Iterator[Candidate]:
    """Names whose end is told in passing (*handed my old fob in at Brackley*, *the Veskas gave me blisters, so …*): they
    count only beside what took their place."""
    if _others_act(scene):
        return
    clauses = scene.sentence.clauses
    for n, clause in enumerate(clauses):
        if clause.asked or clause.mood != "actual" or clause.intro in {"if", "unless", "when", "while"}:
            continue
        for phrase in _parted(clause, clauses[n + 1 :], scene):
            named = any(x.tag == t.NAME and x.lower not in w.DAY_NAMES | w.MONTH_NAMES for x in phrase.tokens[phrase.core : phrase.end])
            if not named or addressed(phrase):
                continue
            span = phrase_span(phrase)
            value = scene.turn.text[span[0] : span[1]]
            yield make(
                scene, scene.turn.speaker, "", value, span, "mention", None, Change.TOLD, RETIRE,
                part=Part.PARTED, act=Act.END, affirmed=True, single=False,
            )  # fmt: skip


def _parted(clause: Clause, later: Sequence[Clause], scene: Scene) -> list[Phrase]:
    subject = clause.subject
    first = subject is None or subject.pronoun in {"i", "we"}
    happened = clause.tense in {"past", "perfect"} or clause.passive or clause.progressive
    if first:
        leaves = clause.verb in _LEAVING_VERBS and clause.tense in {"past", "perfect"} and not clause.negated
        return [c.phrase for c in clause.complements if c.phrase.pronoun is None] if leaves else []
    if subject is None or subject.pronoun is not None:
        return []
    states = {x.lower for x in clause.tokens[clause.verb_start : max(clause.end, clause.verb_end)]}
    if clause.verb == "be":
        return [subject] if states & _PARTING_STATES else []
    failed = clause.negated and clause.verb in _FAILING
    ended = happened and clause.verb in _PARTING_VERBS and not clause.negated
    led_on = happened and any(c.intro == "so" or "now" in c.adverbs for c in later) and not clause.negated
    return [subject] if failed or ended or led_on else []


def announces(sentence: ReadSentence, lexicon: Lexicon) -> Attribute | None:
    """The attribute whose change a sentence announces without its value: *I've moved!*."""
    for clause in sentence.clauses:
        first = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        done = clause.tense in {"past", "perfect"} and clause.mood == "actual" and not clause.asked and not clause.negated
        if first and done and not clause.complements:
            found = lexicon.announced_by(clause.verb)
            if found is not None:
                return found
    return None


def placed(candidate: Candidate, attribute: Attribute, turn: ReadTurn) -> Candidate:
    """*I moved again; I'm in Atlanta now*: where one is after the announcement is its value."""
    here = candidate.subject == turn.speaker and candidate.attribute in {"be_in", "be_at"}
    if not here or candidate.value_kind not in kinds.NAMED or candidate.part is not Part.STATEMENT:
        return candidate
    return candidate.but(
        attribute=attribute.id, known_attribute=True, cardinality=attribute.cardinality, change=Change.TOLD, confidence=TOLD
    )


def announced(sentence: ReadSentence, turn: ReadTurn, lexicon: Lexicon, attribute: Attribute) -> Iterator[Candidate]:
    """The value that opens the sentence after the announcement: *Gdańsk, since the 28th*."""
    tokens = sentence.tokens
    phrase = read_phrase(tokens, 0)
    if phrase is None or sentence.sentence.asks and len(tokens) < 4:  # noqa: PLR2004
        return
    closes = phrase.end >= len(tokens) or tokens[phrase.end].tag == t.PUNCT
    capital = tokens[phrase.core].text[:1].isupper() and tokens[phrase.core].tag in {t.NAME, t.NOUN}
    if not closes or not capital or phrase.pronoun is not None:
        return
    bare = Clause(tokens, None, 0, 0, 0, len(tokens), "be")
    scene = Scene(turn, sentence, bare, lexicon, turn.times_in(sentence.sentence.start, sentence.sentence.end))
    span = phrase_span(phrase)
    value = turn.text[span[0] : span[1]]
    yield make(scene, turn.speaker, attribute, value, span, "name", None, Change.TOLD, TOLD, affirmed=True)


def _others_act(scene: Scene) -> bool:
    """Whether somebody else is at work in the sentence: *the tomcat next door has left Larkrise*."""
    for clause in scene.sentence.clauses:
        subject = clause.subject
        if subject is None or subject.pronoun is not None or subject.owner in {"my", "our"} or clause.inherited_subject:
            continue
        people = subject.tokens[subject.head].lemma
        known_person = subject.tokens[subject.start].tag == t.NAME and subject.determiner is None
        acts = clause.tense in {"past", "perfect"} and clause.bare() is not None and not clause.negated
        family = subject.is_name and subject.determiner == "the" and subject.tokens[subject.head].lower.endswith("s")
        named = subject.is_name and (known_person or family) and acts
        stative = clause.verb in {"be", "have"}
        common = not subject.is_name and subject.determiner is not None and clause.bare() is not None and not stative
        if named or common or subject.owner in {"his", "her", "their"} or people in w.KIN | w.ACQUAINTANCES:
            return True
    return False


def corrects(text: str) -> bool:
    """Whether a text says that something said before was wrong."""
    lowered = text.lower()
    return any(cue in lowered for cue in _CORRECTING)


def adoptions(scene: Scene) -> Iterator[Candidate]:
    """*It's the Corrin Glide for me now*, *Brainpouch it is now*: a value whose slot the context names."""
    tokens = scene.sentence.tokens
    for clause in scene.sentence.clauses:
        subject = clause.subject
        it = subject is not None and subject.pronoun in {"it", "that"} and clause.verb == "be"
        if not it or clause.asked or clause.mood != "actual" or clause.tense == "past" or clause.negated:
            continue
        fresh = clause.intro == "so" or any(x.lower == "now" for x in tokens) or "from now on" in scene.sentence.text.lower() or scene.told is not Change.NONE
        phrase = clause.bare()
        if phrase is None and subject is not None and subject.start > 0:
            before = subject.start - 1
            while before > 0 and tokens[before].tag in {t.NAME, t.NOUN, t.DET, t.NUM}:
                before -= 1
            phrase = read_phrase(tokens, before if tokens[before].tag in t.NOMINAL | {t.DET} else before + 1)
            fresh = True
        if phrase is None or phrase.pronoun is not None:
            continue
        phrase, kind, unit = value_of(phrase)
        if kind not in kinds.NAMED | {"quantity", "money", "percent"} or not fresh or unit in DURATIONS:
            continue
        value, span = value_text(scene, phrase)
        yield make(
            scene, scene.turn.speaker, "", value, span, kind, unit, Change.SINCE, ADOPT,
            part=Part.ADOPTED, affirmed=True, single=False,
        )  # fmt: skip


def corrections(scene: Scene) -> Iterator[Candidate]:
    """*Sorry, I meant Leeds*, *it's York, not Leeds*: the old value was never true."""
    text = scene.sentence.text.lower()
    cue = any(
        c in text
        for c in ("i meant", "i mean ", "correction", "i misspoke", "i was wrong", "my mistake", "typo", "actually it's",
                  "actually, it's", "not what i said", "got that wrong", "i said", "i wrote", "scratch that")
    )  # fmt: skip
    for clause in scene.sentence.clauses:
        meant = clause.verb == "mean" and clause.subject is not None and clause.subject.pronoun == "i"
        pair = _not_but(scene, clause)
        if pair is not None and (cue or clause.verb == "be"):
            new, old = pair
            value, span = value_text(scene, new)
            phrase, kind, unit = value_of(new)
            yield make(
                scene, scene.turn.speaker, "", value, span, kind, unit, Change.TOLD, TOLD,
                part=Part.ADOPTED, act=Act.CORRECT, replaces=normalise(value_text(scene, old)[0]), affirmed=True, single=False,
            )  # fmt: skip
        elif meant and clause.tense == "past" and clause.bare() is not None:
            phrase, kind, unit = value_of(clause.bare())  # type: ignore[arg-type] - checked in the condition
            if kind in kinds.ANCHORED:
                value, span = value_text(scene, phrase)
                yield make(
                    scene, scene.turn.speaker, "", value, span, kind, unit, Change.TOLD, TOLD,
                    part=Part.ADOPTED, act=Act.CORRECT, affirmed=True, single=False,
                )  # fmt: skip


def shifts(scene: Scene) -> Iterator[Candidate]:
    """*We've gone to last Sundays*: a schedule or a measure that moved, without what it is of."""
    for clause in scene.sentence.clauses:
        done = clause.tense in {"past", "perfect"} and clause.mood == "actual" and not clause.asked and not clause.negated
        mine = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
        if not (done and mine and clause.verb in {"go", "move", "switch", "change", "shift"}):
            continue
        for complement in clause.complements:
            phrase, kind, unit = value_of(complement.phrase)
            if complement.preposition == "to" and kind in kinds.TIMED:
                value, span = value_text(scene, phrase)
                yield make(
                    scene, scene.turn.speaker, "", value, span, kind, unit, Change.TOLD, ADOPT,
                    part=Part.ADOPTED, affirmed=True, single=False,
                )  # fmt: skip


def _not_but(scene: Scene, clause: Clause) -> tuple[Phrase, Phrase] | None:
    """(new, old) of "X, not Y" and "not Y but X" after the clause's verb."""
    tokens = clause.tokens
    for i in range(clause.verb_end, len(tokens) - 1):
        if tokens[i].lower != "not" or i == 0:
            continue
        old = read_phrase(tokens, i + 1)
        if old is None or old.pronoun is not None:
            continue
        if tokens[i - 1].text == ",":
            new = next((c.phrase for c in reversed(clause.complements) if c.phrase.end <= i), None)
            closes = old.end >= len(tokens) or tokens[old.end].tag == t.PUNCT
            if new is not None and closes and _alike(new, old):
                return new, old
        if old.end < len(tokens) - 1 and tokens[old.end].lower == "but":
            new = read_phrase(tokens, old.end + 1)
            if new is not None and _alike(new, old):
                return new, old
    return None


def _alike(first: Phrase, second: Phrase) -> bool:
    a, b = value_of(first)[1], value_of(second)[1]
    return a in kinds.ANCHORED and (a == b or {a, b} <= kinds.NAMED or {a, b} <= kinds.COUNTED | {"number"})


def retractions(scene: Scene) -> Iterator[Candidate]:
    """*Please forget what I said about the jeweller*, *don't hang on to that result*: the topic is not to be used."""
    sentence = scene.sentence
    lowers = [x.lower for x in sentence.tokens]
    for clause in sentence.clauses:
        if not _asks_to_forget(clause, lowers, scene):
            continue
        topic = _topic(clause, scene)
        if topic is None:
            continue
        span = topic
        value = scene.turn.text[span[0] : span[1]]
        yield make(
            scene, scene.turn.speaker, "", value, span, "topic", None, Change.TOLD, TOLD,
            part=Part.RETRACTED, act=Act.RETRACT, affirmed=True, single=False,
        )  # fmt: skip
        return
    gone = ("gone from your", "out of your notes", "out of your memory", "off your records", "isn't something you should keep")
    if any(g in sentence.text.lower() for g in gone):
        phrase = _first_topic(scene)
        if phrase is not None:
            span = phrase_span(phrase)
            yield make(
                scene, scene.turn.speaker, "", scene.turn.text[span[0] : span[1]], span, "topic", None, Change.TOLD, TOLD,
                part=Part.RETRACTED, act=Act.RETRACT, affirmed=True, single=False,
            )  # fmt: skip


def _asks_to_forget(clause: Clause, lowers: list[str], scene: Scene) -> bool:
    asked = clause.mood == "imperative" or _requests(clause)
    if clause.mood == "infinitive":
        before = lowers[max(0, clause.verb_start - 6) : clause.verb_start]
        asked = "you" in before or "please" in before
    if clause.verb in _FORGET and not clause.negated and asked:
        if clause.verb in {"take", "throw", "lose", "drop", "strike", "clear"} and not _your_memory(lowers):
            told = any(w.lemma(x) in _TOLD_VERBS - {"write", "post", "paste"} for x in lowers)
            aside = {"away", "out", "off", "about", "bit", "what"} & set(lowers)
            return clause.verb not in {"take"} and told and bool(aside)
        plain = clause.verb in _PLAIN_FORGET and any(x in {"my", "our", "whatever", "everything"} for x in lowers)
        return plain or _about_what_was_said(clause, lowers)
    if clause.verb == "hang" and not {"on", "onto"} & set(lowers):
        return False
    refusing = clause.verb in _KEEP and clause.negated and (asked or clause.mood == "unreal" or clause.verb == "hang")
    longer = clause.verb in _KEEP and {"no", "longer"} <= set(lowers)
    if refusing or (longer and "you" in lowers):
        return _about_what_was_said(clause, lowers) or longer or clause.verb in {"hang", "hold", "store", "retain"}
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


def _about_what_was_said(clause: Clause, lowers: list[str]) -> bool:
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
    thing = clause.bare()
    if thing is not None and thing.pronoun is not None:
        sentence = scene.sentence.sentence
        before = [s.sentence.start for s in scene.turn.sentences if s.sentence.end <= sentence.start]
        alone = len(scene.sentence.tokens) < 9  # noqa: PLR2004 - a sentence that names nothing of its own
        return (before[-1] if alone and before else sentence.start), sentence.end
    while stop < len(clause.tokens) and not (clause.tokens[stop].tag == t.PUNCT and clause.tokens[stop].text in {".", ";", "!", "?"}):
        stop += 1
    if stop <= start:
        return None
    head = clause.tokens[0].token.start if clause.verb in _KEEP else clause.tokens[start].token.start
    return head, clause.tokens[stop - 1].token.end


def _first_topic(scene: Scene) -> Phrase | None:
    for i, token in enumerate(scene.sentence.tokens):
        if token.tag in {t.DET, t.POSS}:
            return read_phrase(scene.sentence.tokens, i)
    return None
