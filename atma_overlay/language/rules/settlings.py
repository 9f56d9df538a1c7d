"""What settles something else: *my gym decides where I swim*, *every tutor has their own*."""

from __future__ import annotations

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.choices import until_verb
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.governors import Dependence, differ, parent_at, skip_adverbs, wondered
from atma_overlay.language.rules.open_outcomes import thing_named
from atma_overlay.language.rules.outcomes import Outcome
from atma_overlay.language.rules.rule_slots import Named, Rulebook
from atma_overlay.records import ANY_CHANGE, Trigger, TriggerKind

_DECIDING = frozenset("decide determine dictate govern".split())


def settled(book: Rulebook) -> Dependence | None:
    """What something is said to settle, to be the only ground of, or to have of its own."""
    return _decided(book) or _only_for(book) or _each_its_own(book) or _by_each(book)


def _decided(book: Rulebook) -> Dependence | None:
    """*My gym decides where I swim*, *where we live determines our vet*: what settles, and what it settles."""
    tokens = book.sentence.tokens
    for clause in book.sentence.clauses:
        if clause.verb not in _DECIDING or clause.passive or clause.negated or clause.asked or clause.mood != "actual":
            continue
        if clause.tense != "present" or clause.verb_end >= len(tokens):
            continue
        parent = _settling(book, clause)
        child = _settled(book, skip_adverbs(tokens, clause.verb_end)) if parent is not None else None
        if parent is not None and child is not None and differ(parent, child):
            return Dependence(Condition(parent), Outcome(child, None))
    return None


def _only_for(book: Rulebook) -> Dependence | None:
    """*That figure only holds on Kubernetes*, *Dr Hale is only covered by Bupa*, *I can only see him on Bupa*."""
    for clause in book.sentence.clauses:
        words = {x.lower for x in clause.tokens[clause.start : clause.end]}
        if clause.subject is None or clause.negated or clause.asked or clause.tense != "present":
            continue
        if not {"only", "just"} & words or clause.mood in {"imperative", "infinitive", "future"}:
            continue
        child, hinge = _had_only(clause, words, book), _hinge(clause)
        parent = parent_at(book, hinge.start) if hinge is not None and child is not None else None
        if parent is not None and child is not None and differ(parent, child) and parent.value != child.value:
            when = Trigger(TriggerKind.FROM, parent.value) if parent.value and not parent.attribute else ANY_CHANGE
            return Dependence(Condition(parent, when), Outcome(child, None))
    return None


_SERVING = frozenset("cover serve accept take treat support".split())
_ONLY_WITH = frozenset("for on with at in under by through".split())


def _hinge(clause: Clause) -> Phrase | None:
    """What something is said to be so with only: a name, or a thing of the speaker's."""
    thing = clause.bare()
    if clause.verb in _SERVING and thing is not None and thing.is_name and not clause.passive:
        return thing  # "our vet only covers Norwich"
    behind = [c.phrase for c in clause.complements if c.preposition in _ONLY_WITH and c.phrase.pronoun is None]
    return next(
        (p for p in behind if p.owner in {"my", "our"} or p.determiner == "the" or kind_of(p)[0] in kinds.NAMED), None
    )


def _had_only(clause: Clause, words: set[str], book: Rulebook) -> Named | None:
    subject, thing = clause.subject, clause.bare()
    if subject is None:
        return None
    if subject.pronoun in {"i", "we"}:
        named = thing is not None and thing.is_name and thing.owner is None and kind_of(thing)[0] in kinds.NAMED
        return thing_named(thing, book) if named and thing is not None else None
    if subject.pronoun is not None:
        return None
    serving = clause.verb in _SERVING and (subject.owner in {"my", "our"} or subject.determiner == "the")
    if serving and thing is not None and thing.is_name:
        return book.slot_of(subject)
    good = clause.verb == "be" and bool({"good", "valid", "for"} & words)
    covered = clause.passive and clause.verb in {"cover", "accept", "include", "offer", "sell", "support", "allow"}
    holds = clause.verb in {"hold", "stand", "count", "apply"}
    return thing_named(subject, book) if good or covered or holds else None


def _by_each(book: Rulebook) -> Dependence | None:
    """*Seats are allocated per team*, *the seat is assigned by team*: a bare noun for whichever it is."""
    tokens = book.sentence.tokens
    for clause in book.sentence.clauses:
        subject = clause.subject
        if (
            subject is None
            or subject.pronoun is not None
            or clause.negated
            or clause.asked
            or clause.tense != "present"
        ):
            continue
        handed = clause.passive and clause.verb in {"assign", "allocate", "allot", "give", "issue", "set", "hand"}
        at = next((i for i in range(clause.verb_end, clause.end) if tokens[i].lower in {"per", "by"}), None)
        if at is None or not (handed or (clause.verb in {"be", "go"} and at == clause.verb_end)):
            continue
        whose = read_phrase(tokens, at + 1) if at + 1 < len(tokens) else None
        bare = whose is not None and whose.owner is None and whose.determiner is None and not whose.is_name
        closed = whose is not None and (whose.end >= len(tokens) or tokens[whose.end].tag == t.PUNCT)
        if whose is None or not bare or not closed or kind_of(whose)[0] != "phrase":
            continue
        parent, child = book.labelled(attribute_label(whose)), thing_named(subject, book)
        if parent is not None and child is not None and differ(parent, child):
            return Dependence(Condition(parent), Outcome(child, None))
    return None


def paired(book: Rulebook) -> Dependence | None:
    """*…; new head chef, new coffee supplier*, *so no Pollen, no streak*."""
    tokens = book.sentence.tokens
    for i in range(1, len(tokens) - 2):
        if tokens[i].text != "," or tokens[i + 1].lower not in {"new", "no"}:
            continue
        led = tokens[i + 1].lower
        start = next((j for j in range(i - 1, max(-1, i - 6), -1) if tokens[j].lower == led), None)
        if start is None or (start == 0 and led == "new") or any(x.tag in t.AUXILIARY for x in tokens[start:i]):
            return None  # at the head of a sentence it tells what happened: "New job, new laptop."
        first, second = read_phrase(tokens, start + 1), read_phrase(tokens, i + 2)
        closed = second is not None and (second.end >= len(tokens) or tokens[second.end].tag == t.PUNCT)
        if first is None or second is None or first.end != i or not closed:
            return None
        child = book.labelled(attribute_label(second)) if not second.is_name else thing_named(second, book)
        if led == "no" and first.is_name and child is not None:
            begin, end = phrase_span(first)
            name = book.turn.text[begin:end]
            return Dependence(Condition(Named("", value=name), Trigger(TriggerKind.FROM, name)), Outcome(child, None))
        parent = book.labelled(attribute_label(first)) if not first.is_name and led != "no" else None
        if parent is not None and child is not None and differ(parent, child):
            return Dependence(Condition(parent), Outcome(child, None))
        return None
    return None


def _each_its_own(book: Rulebook) -> Dependence | None:
    """*Every tutor sets their own due date for the essay*: what each of them has, the speaker's has too."""
    tokens = book.sentence.tokens
    whose = read_phrase(tokens, 0) if tokens and tokens[0].lower in {"each", "every"} else None
    if whose is None or whose.is_name or whose.head_lemma in w.KIN | w.PETS:
        return None
    whose = until_verb(whose)
    own = next((i for i in range(whose.end, min(whose.end + 5, len(tokens))) if tokens[i].lower == "own"), None)
    verb = w.verb_lemma(tokens[whose.end].lower) if whose.end < len(tokens) else None
    if own is None or verb is None or own + 1 >= len(tokens):
        return None
    thing = read_phrase(tokens, own + 1)
    parent = book.labelled(attribute_label(whose))
    child = book.labelled(attribute_label(thing)) if thing is not None and thing.pronoun is None else None
    if parent is None or child is None or not differ(parent, child):
        return None
    return Dependence(Condition(parent), Outcome(child, None))


def _settling(book: Rulebook, clause: Clause) -> Named | None:
    tokens = book.sentence.tokens
    opened = next((i for i in range(clause.verb_start) if tokens[i].lower in {"where", "which", "who"}), None)
    if opened is not None and opened <= 1:
        return wondered(book, opened, clause.verb_start)
    subject = clause.subject
    if subject is None or subject.pronoun is not None or subject.owner == "your":
        return None
    return book.parent_of(subject) if subject.owner is not None or subject.determiner == "the" else None


def _settled(book: Rulebook, i: int) -> Named | None:
    tokens = book.sentence.tokens
    if i < len(tokens) and tokens[i].lower in {"where", "who", "which", "what"}:
        return wondered(book, i, len(tokens))
    phrase = read_phrase(tokens, i) if i < len(tokens) else None
    if (
        phrase is None
        or phrase.pronoun is not None
        or not (phrase.owner in {"my", "our"} or phrase.determiner == "the")
    ):
        return None
    return book.slot_of(phrase)
