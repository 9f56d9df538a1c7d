"""Candidate statements from clauses: lexicon patterns first, open vocabulary where a value is anchored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from atma_overlay.language import kinds
from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.clauses import Clause, Complement
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.lexicon import Attribute, Lexicon
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.times import TimeSpan
from atma_overlay.language.turn import ReadSentence, ReadTurn, name_of, owner_subject, subject_of
from atma_overlay.records import Act, Cardinality, Change
from atma_overlay.state.values import normalise

TYPED, COPULAR, OPEN, WEAK = 0.9, 0.85, 0.7, 0.62
_NOW = frozenset("now nowadays anymore".split())
_ALSO = frozenset("also too".split())
STARTS = frozenset(
    """sign join start switch adopt move install deploy migrate cut repaint paint enrol enroll subscribe upgrade settle
    hire appoint rent lease unpack register relocate transfer promote convert rename bump choose pick name launch swap
    begin take open fit mount assign""".split()
)
"""Past acts whose outcome stands: *signed at*, *repainted in*, *moved to*."""
DURATIONS = frozenset("day week month year h min s".split())
_LIGHT = frozenset("do have get keep put set make hold begin start give need".split())
"""Verbs that say little: what they are about is their object (*do the edit in Reaper*)."""
_MEASURING = frozenset("cost take last measure weigh total number stand start open end land leave arrive".split())
_LOCATIVE = frozenset("at in on with by from near for".split())
_TIME_PREPOSITIONS = frozenset("since until till during after before by".split())
_ROLE_DETERMINERS = frozenset({"a", "an", "the", None})
DULL_HEADS = frozenset(
    """thing things lot lots bit kind sort way idea ideas question questions tip tips one ones something anything nothing
    least most best top everything fact reason problem issue help fun time times day days week weeks month months year years
    minute minutes hour hours stuff couple few moment people person place part rest point line lines word words
    name""".split()
)
_DULL_COMPLEMENTS = frozenset(
    """sure glad happy sorry fine good great ok okay afraid tired ready back home here there done able lucky hungry
    curious busy worried excited thankful proud right wrong true""".split()
)
_EVALUATIVE = frozenset("good great nice bad hard easy fun fine perfect lovely awful terrible odd weird funny".split())


@dataclass(slots=True)
class Scene:
    """What a rule needs: the turn, its sentence, the clause and the lexicon."""

    turn: ReadTurn
    sentence: ReadSentence
    clause: Clause
    lexicon: Lexicon
    times: list[TimeSpan]

    @property
    def told(self) -> Change:
        """How plainly the clause says that something started."""
        clause = self.clause
        fresh = bool(clause.adverbs & _NOW) or any(s.kind == "since" for s in self.times)
        lowered = self.sentence.text.lower()
        fresh = fresh or "these days" in lowered or "from now on" in lowered or "as of" in lowered
        subject = clause.subject
        renewed = subject is not None and any(x.lower == "new" for x in subject.tokens[subject.start : subject.head])
        renewed = renewed or any(s in lowered for s in (" my first ", " our first ", " my new ", " our new "))
        return Change.SINCE if fresh or renewed else Change.NONE


def interval(scene: Scene) -> tuple[datetime, datetime | None, bool]:
    """[valid_from, valid_to) as told, and whether the state is a temporary one."""
    at = scene.turn.at
    start, end, temporary = at, None, False
    past = scene.clause.tense in {"past", "habit_past"} and not _begins(scene.clause) and scene.clause.verb != "bear"
    for span in scene.times:
        if _begins(scene.clause) and span.kind in {"in", "at", "during", "ago", "since"}:
            start = min(span.start, at)
        elif span.kind in {"since", "for"} and scene.clause.tense in {"perfect", "present"} and span.start <= at:
            start = span.start
        elif span.kind == "until" and span.end is not None and span.end > at:
            end, temporary = span.end, True
        elif past and span.end is not None and span.end <= at and span.kind in {"in", "during", "at", "for"}:
            start, end = span.start, span.end
        elif span.kind in {"in", "during", "at"} and _this_period(span, scene) and not _measured(scene.clause):
            start, end, temporary = min(span.start, at), span.end, True
        elif span.kind in {"ago", "at", "in"} and span.start <= at:
            start = span.start
    return start, end, temporary


def _begins(clause: Clause) -> bool:
    return clause.verb in STARTS and clause.tense == "past" and not clause.negated


def _measured(clause: Clause) -> bool:
    """*The app's at 4.1 this week*: a reading, not a stay; it holds until the next one."""
    found = [kind_of(c.phrase)[0] for c in clause.complements]
    return clause.verb == "be" and any(k in kinds.COUNTED | {"version"} for k in found)


def _this_period(span: TimeSpan, scene: Scene) -> bool:
    """*This week I'm working from …*, *just for today*: a bounded stretch around now, in the progressive or with be."""
    at = scene.turn.at
    around = span.end is not None and span.start <= at + timedelta(days=2) and at < span.end
    short = span.end is not None and span.end - span.start <= timedelta(days=45)
    named = span.text.lower().startswith(("this ", "today", "tonight", "tomorrow", "the weekend", "for the weekend"))
    return around and short and named and span.grain in {"day", "week", "month"}


def from_clause(scene: Scene) -> Iterator[Candidate]:
    """Every candidate of one clause."""
    clause = scene.clause
    if clause.asked or clause.mood != "actual" or clause.intro in {"if", "unless", "whether", "until", "till"}:
        return
    if clause.intro in {"when", "whenever", "before", "after", "once", "while"} and clause.tense == "present":
        return
    if clause.intro in {"what", "how", "why"} and clause.verb != "be":
        return
    mine = clause.subject is not None and clause.subject.pronoun in w.FIRST_PERSON
    if scene.sentence.sentence.asks and clause is scene.sentence.clauses[-1] and not mine:
        return
    opened = clause.subject.start - 1 if clause.subject is not None else -1
    if opened >= 0 and clause.tokens[opened].lower in {"when", "whenever", "if", "unless", "until"}:
        return
    if _reported(clause, scene) or (clause.subject is None and not _implicit_first_person(clause, scene)):
        return
    found = list(_by_lexicon(scene))
    yield from found
    taken = {c.span for c in found}
    rules = (_frequency, _attitude, _carried, _copula, _possession, _quantity_move, _verb_complements, _agent, _habit)
    for rule in rules:
        for candidate in rule(scene):
            if not any(_overlap(candidate.span, span) and candidate.attribute != "" for span in taken):
                taken.add(candidate.span)
                yield candidate


def _overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def _reported(clause: Clause, scene: Scene) -> bool:
    """What somebody else says, thinks or dreams is not a fact of anyone's state."""
    before = [c for c in scene.sentence.clauses if c.verb_start < clause.verb_start]
    if not before:
        return False
    last = before[-1]
    said = last.verb in {"wish", "hope", "dream", "imagine", "wonder", "guess", "joke", "fear", "doubt", "pretend", "want"}
    return said and last.end >= clause.start - 2


def _by_lexicon(scene: Scene) -> Iterator[Candidate]:
    clause, lexicon = scene.clause, scene.lexicon
    subject = subject_of(clause.subject, scene.turn)
    if subject is None and clause.subject is None and _implicit_first_person(clause, scene):
        subject = scene.turn.speaker
    project = project_subject(clause.subject, scene) if subject is None else None
    if subject is None and project is None:
        return
    for attribute, effect, phrase in lexicon.match(clause):
        thing = clause.subject is not None and clause.subject.pronoun in {"it", "that", "this", "these", "those"}
        if (subject is None or thing) and attribute.domain != "software_project":
            continue
        past = clause.tense in {"past", "habit_past"} and clause.verb != "bear"
        if effect == "statement" and past and not _bounded_past(scene):
            continue
        phrase = value_of(phrase)[0] if isinstance(phrase, Phrase) else phrase
        span = phrase_span(phrase) if isinstance(phrase, Phrase) else phrase
        kind, unit = kind_of(phrase) if isinstance(phrase, Phrase) else ("activity", None)
        value = scene.turn.text[span[0] : span[1]]
        if isinstance(phrase, Phrase) and not lexicon.admits(attribute, phrase, kind):
            continue
        if effect == "end":
            yield make(
                scene, subject or project or "", attribute, value, span, kind, unit, Change.TOLD, TYPED,
                part=Part.STATEMENT, act=Act.END,
            )  # fmt: skip
            continue
        lone = attribute.cardinality is Cardinality.SINGLE
        change = (Change.TOLD if lone else Change.SINCE) if effect == "change" else scene.told
        for piece, piece_span in split_list(scene, phrase, value, span, attribute):
            yield make(scene, subject or project or "", attribute, piece, piece_span, kind, unit, change, TYPED)


def project_subject(phrase: Phrase | None, scene: Scene) -> str | None:
    """The thing of a project that a phrase names (*the invoice service*, *our backend*); *it* is the last one named."""
    if phrase is None:
        return None
    if phrase.pronoun == "it":
        return scene.turn.speaker
    label = attribute_label(phrase)
    words = [x for x in label.split() if x not in {"service", "app", "project", "application", "system"}]
    return " ".join(words) or label or None


def split_list(
    scene: Scene, phrase: Phrase | tuple[int, int], value: str, span: tuple[int, int], attribute: Attribute | str
) -> list[tuple[str, tuple[int, int]]]:
    """The value itself, and what is joined to it by commas and *and* where a slot holds several."""
    out = [(value, span)]
    multi = isinstance(attribute, Attribute) and attribute.cardinality is Cardinality.MULTI
    if not multi or not isinstance(phrase, Phrase):
        return out
    tokens, i = phrase.tokens, phrase.end
    while i < len(tokens) and (tokens[i].text == "," or tokens[i].lower in {"and", "or"}):
        following = read_phrase(tokens, i + 1) if i + 1 < len(tokens) else None
        if following is None or following.pronoun is not None:
            break
        after = tokens[following.end] if following.end < len(tokens) else None
        if after is not None and after.tag in t.AUXILIARY | {t.VERB, t.GEN}:
            break
        s = phrase_span(following)
        out.append((scene.turn.text[s[0] : s[1]], s))
        i = following.end
    return out


def _implicit_first_person(clause: Clause, scene: Scene) -> bool:
    """*Signed the papers at …*, *Sharing a house in …*: a sentence that opens with its verb and asks nothing."""
    opens = all(x.tag in {t.ADV, t.PUNCT, t.CONJ} for x in clause.tokens[: clause.verb_start])
    verb = clause.tokens[clause.verb_start]
    finite = clause.tense in {"past", "perfect"} or verb.lower.endswith("ing")
    return opens and finite and not scene.sentence.sentence.asks and clause.mood == "actual"


def _bounded_past(scene: Scene) -> bool:
    return any(s.end is not None and s.end <= scene.turn.at for s in scene.times)


def _copula(scene: Scene) -> Iterator[Candidate]:
    clause, turn = scene.clause, scene.turn
    if clause.verb != "be" or clause.subject is None or clause.subject.owner == "your":
        return
    impersonal = clause.subject.pronoun in {"it", "that", "this", "these", "those"}
    past = clause.tense in {"past", "habit_past"}
    priced = past and subject_of(clause.subject, turn) is None and any(
        kind_of(c.phrase)[0] in {"money", "percent", "quantity"} for c in clause.complements
    )
    if past and not priced and not _bounded_past(scene):
        return
    subject_phrase = clause.subject
    subject = subject_of(subject_phrase, turn)
    for n, complement in enumerate(clause.complements):
        phrase = complement.phrase
        if phrase.pronoun is not None:
            continue
        phrase, kind, unit = value_of(phrase)
        value, span = value_text(scene, phrase)
        if kind == "quantity" and unit in DURATIONS and subject_phrase.pronoun in {"it", "that", "this"}:
            continue
        if _is_time_adjunct(complement, kind) and (n > 0 or complement.preposition in {"since", "until", "for"}):
            continue
        if n == 0 and complement.preposition is None and phrase.owner in {"my", "our"} and subject_phrase.pronoun is None:
            yield from _named_mine(scene, phrase)
            continue
        if subject is None:
            label = attribute_label(subject_phrase)
            if not label or subject_phrase.pronoun is not None:
                continue
            if kind not in kinds.ANCHORED and (n > 0 or value.lower() in _EVALUATIVE or complement.preposition):
                continue
            if kind == "phrase" and (subject_phrase.owner is None or phrase.determiner == "a" or len(value.split()) > 4):  # noqa: PLR2004
                continue
            owner = owner_subject(subject_phrase, turn)
            attribute = scene.lexicon.by_noun(label) or label
            moved = clause.particle in {"up", "down"} and complement.preposition == "to"
            told = Change.TOLD if moved else scene.told
            if isinstance(attribute, str) and kind in {"day", "date", "time"}:
                attribute = f"{attribute} {kind}"
            single = _definite(subject_phrase) and (n == 0 or kind in {"day", "date", "time"})
            yield make(scene, owner, attribute, value, span, kind, unit, told, COPULAR, single=single)
        elif not impersonal or complement.preposition is not None or kind in kinds.COUNTED:
            yield from _copula_of_person(scene, subject, complement, phrase, kind, unit, n)


_PASSIONS = frozenset("love passion hobby obsession pastime joy thing".split())


def _named_mine(scene: Scene, phrase: Phrase) -> Iterator[Candidate]:
    """*Lotte is my sister*, *pottery is my other great love*: the subject is the value."""
    subject = scene.clause.subject
    head = phrase.head_lemma
    if subject is None or (head in DULL_HEADS and head not in _PASSIONS):
        return
    value, span = value_text(scene, subject)
    named = subject.is_name
    if not named and head not in _PASSIONS and scene.lexicon.by_noun(head) is None:
        return
    noun = "hobby" if head in _PASSIONS else attribute_label(phrase) or head
    attribute = scene.lexicon.by_noun(noun) or noun
    kind = "name" if named else "phrase"
    yield make(scene, owner_subject(phrase, scene.turn), attribute, value, span, kind, None, scene.told, COPULAR, single=False)


def _copula_of_person(
    scene: Scene, subject: str, complement: Complement, phrase: Phrase, kind: str, unit: str | None, n: int
) -> Iterator[Candidate]:
    value, span = value_text(scene, phrase)
    told, lexicon = scene.told, scene.lexicon
    if complement.preposition in {"on", "at", "off", "in"} and kind == "phrase" and n == 0:
        short = len(value.split()) <= 2 and phrase.head_lemma not in DULL_HEADS | w.TIME_NOUNS  # noqa: PLR2004
        if short and phrase.determiner in {None, "the"} or phrase.head_lemma in {"night"}:
            yield make(scene, subject, f"be_{complement.preposition}", value, span, kind, unit, told, WEAK, single=False)
        return
    if complement.preposition is not None and kind == "quantity" and phrase.of is not None:
        moved = scene.clause.particle in {"up", "down"} and complement.preposition == "to"
        counted = counted_attribute(phrase, attribute_label(phrase))
        yield make(scene, subject, counted, value, span, kind, unit, Change.TOLD if moved else told, OPEN, single=True)
        return
    if complement.preposition is not None:
        if kind in kinds.ANCHORED and not _is_time_adjunct(complement, kind):
            head = phrase.head_lemma
            numbered = kind in kinds.COUNTED or any(c.isdigit() for c in value)
            if complement.preposition == "in" and numbered and head not in kinds.COUNTED:
                label = attribute_label(phrase)
                yield make(scene, subject, label or "be_in", value, span, "name", None, told, COPULAR, single=bool(label))
                return
            role_before = any(c.preposition is None and lexicon.is_role(c.phrase) for c in scene.clause.complements[:n])
            known = lexicon.by_noun("employer") if complement.preposition in {"at", "for"} and role_before else None
            known = known or (lexicon.by_noun("home city") if complement.preposition == "in" and role_before and False else None)
            yield make(scene, subject, known or f"be_{complement.preposition}", value, span, kind, unit, told, OPEN, single=False)
        return
    if kind == "number" and value.lower() == "one":
        return
    if kind == "number" and (value.isdigit() or len(value.split()) == 1):
        if scene.clause.subject is not None and scene.clause.subject.pronoun in {"we", "they"}:
            return
        yield make(scene, subject, lexicon.by_noun("age") or "age", value, span, kind, unit, told, COPULAR)
        return
    if kind == "quantity":
        yield make(scene, subject, w.lemma(phrase.head_lemma), value, span, kind, unit, told, OPEN, single=False)
        return
    if kind == "name" and subject != scene.turn.speaker:
        yield make(scene, subject, "identity", value, span, kind, unit, told, OPEN, single=False)
        return
    listed = lexicon.by_value(phrase)
    if listed is not None:
        yield make(scene, subject, listed, value, span, "phrase", None, told, TYPED)
        return
    if lexicon.is_role(phrase) and phrase.determiner in _ROLE_DETERMINERS:
        attribute = lexicon.by_noun("occupation") or "occupation"
        yield make(scene, subject, attribute, value, span, "role", None, told, COPULAR, single=False)
        return
    dull = phrase.head_lemma in DULL_HEADS | _DULL_COMPLEMENTS or n > 0 or len(value.split()) > 5  # noqa: PLR2004
    if phrase.determiner in {"a", "an"} and not dull:
        yield make(scene, subject, "kind", value, span, "phrase", None, told, WEAK, single=False)


def _possession(scene: Scene) -> Iterator[Candidate]:
    """*We have 18 members*, *I've got a cashew allergy*, *there are three hives*, *we're 21*."""
    clause, turn = scene.clause, scene.turn
    there = clause.subject is not None and clause.subject.pronoun == "there" and clause.verb == "be"
    owns = clause.verb in {"have", "get", "own", "keep"} and (clause.verb != "get" or clause.tense == "perfect")
    past = clause.tense in {"past", "habit_past"}
    scored = clause.verb in {"get", "score"} and clause.tense == "past" and clause.subject is not None
    if not (there or owns or scored) or (past and not scored and not _bounded_past(scene)):
        return
    subject = turn.speaker if there else subject_of(clause.subject, turn)
    if subject is None:
        return
    held = ""
    for complement in clause.complements:
        if complement.phrase.pronoun is not None:
            continue
        original = complement.phrase
        phrase, kind, unit = value_of(original)
        value, span = value_text(scene, phrase)
        if scored and not owns:
            if complement.preposition is None and kind in kinds.COUNTED | {"number"}:
                label = attribute_label(original) or "score"
                yield make(scene, subject, label, value, span, kind, unit, scene.told, WEAK, single=False)
            continue
        if complement.preposition is not None:
            if held and kind in kinds.ANCHORED and not _is_time_adjunct(complement, kind):
                attribute = scene.lexicon.by_noun(held) if kind in kinds.COUNTED else None
                key = attribute or f"{held}_{complement.preposition}"
                yield make(scene, subject, key, value, span, kind, unit, scene.told, OPEN, single=False)
            continue
        label = attribute_label(original)
        held = label or held
        if not label and kind in kinds.NAMED and original.is_name and original.determiner in {"a", "an"}:
            yield make(scene, subject, "have", value, span, kind, unit, scene.told, OPEN, single=False)
            continue
        if not label or original.head_lemma in DULL_HEADS:
            continue
        attribute = scene.lexicon.by_noun(label) or label
        if kind in kinds.COUNTED:
            yield make(scene, subject, counted_attribute(original, label), value, span, kind, unit, scene.told, OPEN, single=True)
        elif kind in kinds.ANCHORED:
            yield make(scene, subject, attribute, value, span, kind, unit, scene.told, OPEN, single=False)
        elif original.determiner in {"a", "an", None} or original.owner is not None:
            modifiers = [x for x in phrase.tokens[phrase.core : phrase.head] if x.tag == t.NOUN]
            if modifiers:
                yield make(scene, subject, attribute, value, span, kind, unit, scene.told, WEAK, single=False)


def counted_attribute(phrase: Phrase, label: str) -> str:
    """What a quantity measures: hay in "14 kilos of hay", hives in "two hives"."""
    if phrase.of is not None and phrase.of.head_lemma and phrase.of.pronoun is None:
        return attribute_label(phrase.of) or label
    return label


_MOVES = frozenset("go rise climb grow jump drop fall come creep shoot slip".split())
_SETS = frozenset(
    "raise set put bump lower cut increase push move shift change reschedule extend postpone bring double fix cap".split()
)


def _quantity_move(scene: Scene) -> Iterator[Candidate]:
    """*Rent's gone up to 805*, *I've put the limit at 384 MB*, *the board's been pushed to 19 May*."""
    clause = scene.clause
    if clause.verb not in _MOVES | _SETS or clause.mood != "actual":
        return
    values = [c for c in clause.complements if c.preposition in {"to", "at", "on", "for", None, "up", "until", "by"}]
    measured = [(c, *value_of(c.phrase)) for c in values]
    counted = [m for m in measured if m[2] in kinds.COUNTED | kinds.TIMED and m[0].preposition not in {None, "for", "by"}]
    if not counted and clause.verb in _MOVES:
        counted = [m for m in measured if m[2] in kinds.COUNTED]
    theme = clause.subject if clause.verb in _MOVES or clause.passive or clause.bare() is None else clause.bare()
    if not counted or theme is None or theme.pronoun is not None:
        return
    label = attribute_label(theme)
    if not label:
        return
    _, phrase, kind, unit = counted[0]
    value, span = value_text(scene, phrase)
    attribute = scene.lexicon.by_noun(label) or label
    owner = owner_subject(theme, scene.turn)
    yield make(scene, owner, attribute, value, span, kind, unit, Change.TOLD, COPULAR, single=True)


def _verb_complements(scene: Scene) -> Iterator[Candidate]:
    clause, turn, lexicon = scene.clause, scene.turn, scene.lexicon
    if clause.verb in {"be", "say", "tell", "ask", "think", "know", "mean", "guess"}:
        return
    if clause.verb in _LIGHT and clause.bare() is None and not clause.passive:
        return
    subject = subject_of(clause.subject, turn)
    past = clause.tense in {"past", "habit_past"}
    if clause.subject is not None and clause.subject.owner == "your":
        return
    if subject is None and clause.subject is None:
        if not _implicit_first_person(clause, scene):
            return
        subject = turn.speaker
    label = attribute_label(clause.subject) if subject is None and clause.subject is not None else ""
    if subject is None and (not label or clause.subject is None or clause.subject.pronoun is not None):
        return
    begins = _begins(clause) or (clause.verb in STARTS and clause.tense == "perfect")
    begins = begins and not {clause.particle or "", *clause.adverbs} & {"off", "out", "away", "down"}
    begins = begins or (clause.verb in {"cut", "put", "set"} and clause.tense == "present" and _bounded_past(scene))
    recent = past and bool(clause.adverbs & {"recently", "lately"}) and clause.verb in {"feed", "use", "wear", "run", "drive"}
    begins = begins or recent
    standing = clause.verb in lexicon.stative_verbs or clause.passive or (label and not past) or begins
    if clause.verb in lexicon.event_verbs and not clause.passive:
        standing = False
    if past and not begins and not _bounded_past(scene):
        return
    if not past and not standing and not clause.progressive and clause.tense != "perfect" and clause.verb in lexicon.event_verbs:
        return
    owner = subject if subject is not None else owner_subject(clause.subject, turn)  # type: ignore[arg-type] - checked above
    told = Change.SINCE if begins and scene.told is Change.NONE else scene.told
    for complement in clause.complements:
        original = complement.phrase
        if original.pronoun is not None or complement.preposition in {"since", "until", "till"}:
            continue
        phrase, kind, unit = value_of(original)
        value, span = value_text(scene, phrase)
        if _is_time_adjunct(complement, kind) or (past and kind in {"day", "date", "time"}):
            continue
        anchored = kind in kinds.ANCHORED
        light = clause.verb in _LIGHT and not clause.passive
        if light and (complement.preposition is None or not (attribute_label(clause.bare()) or subject != turn.speaker)):
            continue
        plain = clause.verb in lexicon.stative_verbs and complement.preposition in _LOCATIVE | {None} and not past
        plain = plain and original.head_lemma not in DULL_HEADS and len(value.split()) <= 3 and not light  # noqa: PLR2004
        if not anchored and not plain:
            continue
        if kind == "quote":
            continue
        if kind == "quantity" and (unit == w.lemma(original.tokens[original.head].lower) or original.of is not None):
            counted = counted_attribute(original, attribute_label(original))
            if counted and (standing or past):
                yield make(scene, owner, counted, value, span, kind, unit, scene.told, OPEN, single=True)
            continue
        themed = kind in kinds.TIMED | kinds.COUNTED and complement.preposition is not None and clause.bare() is not None
        theme = attribute_label(clause.bare()) if light or themed else ""
        measuring = False
        if theme:
            named = lexicon.by_noun(theme) if themed else None
            base = named.id if named is not None else theme.replace(" ", "_")
            parts = [base, "" if themed else complement.preposition or ""]
        else:
            parts = [label.replace(" ", "_")] if label else []
            if label and kind in kinds.COUNTED | kinds.TIMED:
                named = lexicon.by_noun(label)
                if named is not None or clause.verb in _MEASURING or kind in {"money", "percent"}:
                    parts, measuring = [named.id if named is not None else label.replace(" ", "_")], True
            about = attribute_label(clause.bare()).replace(" ", "_") if kind in kinds.NAMED and complement.preposition else ""
            parts += [] if measuring else [about, clause.verb, clause.particle or "", complement.preposition or ""]
        attribute = "_".join(p for p in parts if p)
        attribute = _belonging(attribute)
        named_thing = clause.subject is None or clause.subject.pronoun not in {"it", "that", "this", "they"}
        measured = named_thing and standing and not past and kind in kinds.COUNTED | {"frequency"} and clause.tense == "present"
        if measured and unit is not None and not measuring:
            attribute = f"{attribute}_{unit}"
        confidence = OPEN if standing else WEAK
        affirm = not clause.negated and clause.verb not in {"hate", "dislike", "avoid", "detest", "loathe"}
        yield make(
            scene, owner, attribute, value, span, kind, unit, told, confidence, single=measured,
            affirmed=affirm, additive=clause.verb in lexicon.additive_verbs,
        )  # fmt: skip


def _frequency(scene: Scene) -> Iterator[Candidate]:
    """*I swim twice a week*, *it's four mornings a week now*: how often, as a value of its own."""
    clause = scene.clause
    if clause.tense not in {"present", "perfect"} or clause.negated:
        return
    tokens = clause.tokens
    if clause.verb in {"think", "guess", "know", "say", "hope", "plan", "try", "aim", "want", "need"}:
        return
    for i in range(clause.verb_end, min(max(clause.end, clause.verb_end) + 1, len(tokens) - 1)):
        end = _often(tokens, i)
        if end is None:
            continue
        subject = subject_of(clause.subject, scene.turn) or scene.turn.speaker
        it = clause.subject is not None and clause.subject.pronoun in {"it", "that"}
        span = (tokens[i].token.start, tokens[end - 1].token.end)
        value = scene.turn.text[span[0] : span[1]]
        done = clause.tokens[clause.verb_end - 1].lemma if clause.verb in {"be", "do", "go"} else clause.verb
        label = attribute_label(clause.bare()) if clause.verb in {"do", "have", "go", "take"} else ""
        attribute = "_".join(x for x in ((label or done).replace(" ", "_"), "frequency") if x)
        unit = w.lemma(tokens[end - 1].lower)
        person = scene.turn.speaker if it else subject
        yield make(scene, person, attribute, value, span, "frequency", unit, scene.told, OPEN, single=True)
        return


def _often(tokens: tuple[t.Tagged, ...], i: int) -> int | None:
    """The end of *twice a week*, *four mornings a week*, *every second Tuesday* that starts at `i`."""
    j = i
    if tokens[i].lower in {"once", "twice", "thrice"}:
        j = i + 1
    elif tokens[i].tag == t.NUM and i + 1 < len(tokens) and tokens[i + 1].tag == t.NOUN:
        j = i + 2
    else:
        return None
    if j + 1 < len(tokens) and tokens[j].lower in {"a", "per", "each", "every"}:
        period = tokens[j + 1].lower
        if period in {"day", "week", "month", "year", "fortnight", "night", "weekend", "term", "season"}:
            return j + 2
    return None


_LIKING = frozenset("love like adore enjoy fancy appreciate".split())
_LOATHING = frozenset("hate dislike detest loathe despise".split())


def _attitude(scene: Scene) -> Iterator[Candidate]:
    """*I hate olives*: the stance is the value, its object the slot, so that a change of heart replaces it."""
    clause, thing = scene.clause, scene.clause.bare()
    stands = clause.verb in {"stand", "bear"} and any(x.lower in {"can't", "cannot", "ca", "can"} for x in clause.tokens[: clause.verb_end])
    if clause.verb == "be" and clause.tense != "past":
        yield from _leaning(scene)
    if thing is None or thing.pronoun is not None or clause.tense == "past":
        return
    if clause.verb not in _LIKING | _LOATHING and not stands:
        return
    subject = subject_of(clause.subject, scene.turn)
    label = " ".join(x.lower for x in thing.tokens[thing.core : thing.end] if x.tag in {t.NOUN, t.NAME, t.VERB})
    if subject is None or not label or thing.head_lemma in DULL_HEADS or len(label.split()) > 3:  # noqa: PLR2004
        return
    positive = (clause.verb in _LIKING) != clause.negated
    verb = clause.tokens[clause.verb_end - 1].token
    span = (verb.start, phrase_span(thing)[1])
    value = scene.turn.text[span[0] : span[1]]
    found = make(scene, subject, f"opinion of {label}", value, span, "phrase", None, scene.told, COPULAR, affirmed=not clause.negated)
    yield found.but(norm=f"{'likes' if positive else 'dislikes'} {normalise(label)}", affirmed=True)


_LEANINGS = {
    "hooked": True, "keen": True, "fond": True, "crazy": True, "mad": True, "addicted": True, "into": True,
    "sick": False, "tired": False, "fed": False, "bored": False, "afraid": False, "scared": False, "terrified": False,
}  # fmt: skip
_ABOUT = frozenset("on of about with for to into by".split())


def _leaning(scene: Scene) -> Iterator[Candidate]:
    """*I'm hooked on horror films*, *she's sick of olives*: a stance told with an adjective."""
    clause = scene.clause
    tokens = clause.tokens
    subject = subject_of(clause.subject, scene.turn)
    at = next((i for i in range(clause.verb_start, min(clause.verb_end + 3, len(tokens))) if tokens[i].lower in _LEANINGS), None)
    if subject is None or at is None:
        return
    i = at + 1
    while i < len(tokens) and tokens[i].lower in _ABOUT | {"up"}:
        i += 1
    thing = read_phrase(tokens, i) if i < len(tokens) and (i > at + 1 or tokens[at].lower == "into") else None
    label = attribute_label(thing) if thing is not None else ""
    if thing is None or not label or len(label.split()) > 3:  # noqa: PLR2004
        return
    positive = _LEANINGS[tokens[at].lower] != clause.negated
    span = (tokens[at].token.start, phrase_span(thing)[1])
    value = scene.turn.text[span[0] : span[1]]
    found = make(scene, subject, f"opinion of {label}", value, span, "phrase", None, scene.told, COPULAR, affirmed=True)
    yield found.but(norm=f"{'likes' if positive else 'dislikes'} {normalise(label)}", affirmed=True)


_MEMBERSHIP = ("sit_under", "report_into", "report_to", "belong_to", "fall_under", "be_under")


def _belonging(attribute: str) -> str:
    """One attribute for the verbs that say what something is part of."""
    for verb in _MEMBERSHIP:
        if attribute.endswith(verb):
            return attribute.removesuffix(verb) + "belong_to"
    return attribute


_CARRYING = frozenset("box move bring take transfer relocate shift send".split())


def _carried(scene: Scene) -> Iterator[Candidate]:
    """*Boxed Juniper over to Drumlin Farm for good*: where someone was brought is where they are."""
    clause, thing = scene.clause, scene.clause.bare()
    stays = "for good" in scene.sentence.text.lower() or scene.told is not Change.NONE
    if clause.verb not in _CARRYING or clause.tense not in {"past", "perfect"} or thing is None or not thing.is_name or not stays:
        return
    for complement in clause.complements:
        phrase, kind, unit = value_of(complement.phrase)
        if complement.preposition == "to" and kind in kinds.NAMED:
            value, span = value_text(scene, phrase)
            yield make(scene, name_of(thing), "be_at", value, span, kind, unit, Change.TOLD, OPEN, single=False, affirmed=True)


def _agent(scene: Scene) -> Iterator[Candidate]:
    """*Tamsin runs it*, *Lorcan fetches her*: who does something that is of the speaker's concern."""
    clause, turn = scene.clause, scene.turn
    subject, thing = clause.subject, clause.bare()
    if subject is None or thing is None or not subject.is_name or clause.inherited_subject:
        return
    if clause.tense != "present" or clause.progressive or clause.passive or clause.verb in {"be", "have", "do", "get"}:
        return
    if clause.verb not in scene.lexicon.stative_verbs and clause.verb in scene.lexicon.event_verbs:
        return
    if name_of(subject) == turn.speaker or thing.pronoun in {"me", "you"}:
        return
    value, span = value_text(scene, subject)
    theme = attribute_label(thing)
    attribute = f"{clause.verb}_{theme}_by" if theme else f"{clause.verb}_by"
    yield make(scene, turn.speaker, attribute, value, span, "name", None, scene.told, WEAK, single=False)


_ACTIVITIES = frozenset(
    """swim run jog cycle row fence ski climb dance sing paint draw cook bake garden knit sew surf hike ride fish hunt sail
    skate inject smoke vape drink drive commute meditate volunteer freelance teach study translate code blog farm box
    wrestle lift walk""".split()
)


def _habit(scene: Scene) -> Iterator[Candidate]:
    """*Zuri rows.*, *I inject four times a day*: the verb itself is the value."""
    clause = scene.clause
    subject = subject_of(clause.subject, scene.turn)
    simple = clause.tense == "present" and not clause.progressive and not clause.passive and clause.particle is None
    if subject is None or not simple or clause.verb not in _ACTIVITIES or clause.inherited_subject:
        return
    if clause.bare() is not None and kind_of(clause.complements[0].phrase)[0] not in {"frequency", "quantity"}:
        return
    if any(c.preposition == "to" or kind_of(c.phrase)[0] in kinds.NAMED for c in clause.complements):
        return
    token = clause.tokens[clause.verb_end - 1].token
    if clause.tokens[clause.verb_end - 1].tag != t.VERB:
        return
    span = (token.start, token.end)
    yield make(scene, subject, "does", token.text, span, "activity", None, scene.told, WEAK, single=False)


def value_of(phrase: Phrase) -> tuple[Phrase, str, str | None]:
    """The phrase that carries the value: the name that stands beside it or behind *called*, else itself."""
    tokens, n = phrase.tokens, len(phrase.tokens)
    after = phrase.end
    if after < n - 1 and tokens[after].lower in {"called", "named"}:
        named = read_phrase(tokens, after + 1)
        if named is not None:
            return named, *kind_of(named)
    kind, unit = kind_of(phrase)
    if kind == "phrase" and after < n - 1 and tokens[after].text in {",", "-", "("}:
        beside = read_phrase(tokens, after + 1)
        if beside is not None and beside.is_name and beside.determiner is None and beside.owner is None:
            last = tokens[beside.end] if beside.end < n else None
            if last is None or last.tag == t.PUNCT:
                return beside, *kind_of(beside)
    return phrase, kind, unit


def value_text(scene: Scene, phrase: Phrase) -> tuple[str, tuple[int, int]]:
    """The value's text and span; quotation marks are left out."""
    span = phrase_span(phrase)
    return scene.turn.text[span[0] : span[1]], span


def phrase_span(phrase: Phrase) -> tuple[int, int]:
    """Character offsets of a phrase's value: a frequency keeps its determiner, a quotation loses its marks."""
    start, end = phrase.offsets()
    if phrase.determiner in {"every", "each"}:
        start = phrase.tokens[phrase.start].token.start
    token = phrase.tokens[phrase.core]
    if token.tag == t.QUOTE and phrase.end == phrase.core + 1:
        return start + 1, end - 1
    return start, end


def attribute_label(phrase: Phrase | None) -> str:
    """The open-vocabulary attribute that a phrase names: its common nouns, without names and numbers."""
    if phrase is None or phrase.pronoun is not None:
        return ""
    label = phrase.label
    if phrase.of is not None and phrase.of.pronoun is None and (not label or phrase.of.owner is None):
        label = " ".join(x for x in (label, phrase.of.label) if x)
    return "" if label in DULL_HEADS or label in w.TIME_NOUNS else label


def _definite(phrase: Phrase) -> bool:
    return phrase.determiner in {"the", "this"} or phrase.owner is not None or phrase.determiner is None


def _is_time_adjunct(complement: Complement, kind: str) -> bool:
    preposition = complement.preposition
    head = complement.phrase.head_lemma
    if preposition in _TIME_PREPOSITIONS and (kind in kinds.TIMED or head in w.TIME_NOUNS or head.isdigit()):
        return True
    if preposition in {"for", "in", "within", "after"} and head in w.TIME_NOUNS and kind in kinds.COUNTED | {"phrase"}:
        return True
    if head in w.TIME_NOUNS and kind == "phrase":
        return True
    year = len(head) == 4 and head.isdigit()  # noqa: PLR2004 - a year
    return preposition in {"in", "since", "of", "from"} and (year or head in w.MONTH_NAMES | w.SEASONS)


def make(  # noqa: PLR0913 - the fields of a candidate
    scene: Scene, subject: str, attribute: Attribute | str, value: str, span: tuple[int, int], kind: str,
    unit: str | None, change: Change, confidence: float, *, part: Part = Part.STATEMENT, act: Act = Act.ASSERT,
    single: bool = True, affirmed: bool | None = None, additive: bool = False, replaces: str | None = None,
) -> Candidate:  # fmt: skip
    """A candidate of a clause, with the clause's time and polarity."""
    start, end, temporary = interval(scene)
    additive = additive or bool(scene.clause.adverbs & _ALSO)
    known = isinstance(attribute, Attribute)
    if isinstance(attribute, Attribute):
        key, cardinality = attribute.id, attribute.cardinality
    else:
        key = attribute.lower().replace(" ", "_")
        cardinality = Cardinality.SINGLE if single else Cardinality.MULTI
    positive = (not scene.clause.negated) if affirmed is None else affirmed
    if act is Act.ASSERT and scene.clause.negated and scene.clause.adverbs & {"anymore", "longer"}:
        part, act, positive = Part.RETIRED, Act.END, True
    return Candidate(
        part, act, subject, key, known, cardinality, value, normalise(value), kind, unit, positive, span,
        scene.sentence.text, start, end, temporary, change, replaces, confidence, place=span[0], additive=additive,
        sort=scene.lexicon.sort_of(value) if kind in kinds.NAMED else None,
    )  # fmt: skip


def clause_name(phrase: Phrase) -> str:
    """The name in a phrase, for the list of antecedents."""
    return name_of(phrase)
