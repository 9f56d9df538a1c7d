"""Values that something else chooses: *whichever café is closest to the gym*, *whatever choir his college has*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay import re2
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.governors import Dependence, differ, opening, parent_at
from atma_overlay.language.rules.outcomes import Outcome
from atma_overlay.language.rules.rule_slots import Named, Rulebook

_NEAR = frozenset("nearest closest next near close closer nearer".split())
_WHICH = frozenset("whichever whatever whoever wherever whatever's whoever's".split())
_NOW_IS = re2.compile(
    r"(?i)(?:which|and|that)?,? ?(?:these days|right now|currently|at present|at the moment|for now|today|presently"
    r"|just now)"
    r",?(?: that)?(?:'s| is| means| makes it)? |(?:, (?:which|and that) (?:is|means) )"
)
_IS_NOW = re2.compile(
    r", (\p{L}[\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+)?) (?:at present|at the moment|right now|currently|these days)\b"
)
"""*…, pottery at present*."""
_FALLING = frozenset("falls is lands comes depends hangs".split())
_WRITING = frozenset("pick choose set decide write appoint assign dictate name select bring".split())
_ONE_OFF = frozenset("win lose finish come arrive get find know want need see hear think say".split())
_EXTREME = frozenset("oldest newest latest only last smallest largest biggest cheapest fastest slowest lowest".split())
_ALLOWING = frozenset("support run allow accept take cover let permit work offer sell".split())


def chosen(book: Rulebook) -> Dependence | None:
    """What something else chooses: the nearest one to it, what it runs or sends, the extreme of what it allows."""
    return _nearest(book) or _whoever(book) or _extreme(book)


def _nearest(book: Rulebook) -> Dependence | None:
    """*I lunch at whichever deli is nearest the office, which these days means Orso*."""
    tokens = book.sentence.tokens
    which = next((i for i, x in enumerate(tokens) if x.lower in _WHICH), None)
    near = next((i for i, x in enumerate(tokens) if x.lower in _NEAR and _to_place(tokens, i) is not None), None)
    if near is None:
        return _provided(book, which) if which is not None else None
    superlative = tokens[near].lower in {"nearest", "closest"} or which is not None
    if not superlative:
        return None
    place = _to_place(tokens, near)
    parent = parent_at(book, place) if place is not None else None
    if place is not None and tokens[place].lower == "home":
        parent = book.labelled("residence")
    if parent is None or (which is not None and which > near):
        return None
    child = _chosen(book, which if which is not None else near)
    held = _held_now(book, near)
    if child is None and held is None:
        return None
    return Dependence(Condition(parent), Outcome(replace(child or Named(""), value=held), None))


def _to_place(tokens: Sequence[t.Tagged], i: int) -> int | None:
    """Where the place begins that something is near to."""
    after = i + 1
    if after < len(tokens) and tokens[after].lower in {"to"}:
        after += 1
    elif after < len(tokens) and tokens[after].tag == t.NOUN:
        after += 1
        if after >= len(tokens) or tokens[after].lower not in {"to"}:
            return None
        after += 1
    if after < len(tokens) and tokens[after].lower == "home":
        return after
    if after >= len(tokens) or tokens[after].tag not in t.POSS_OR_DET or tokens[after].lower == "your":
        return None
    return after


def _chosen(book: Rulebook, at: int) -> Named | None:
    """The slot of what is chosen: the subject of *is whichever*, or the noun behind *whichever*."""
    tokens = book.sentence.tokens
    clause = next((c for c in book.sentence.clauses if c.verb_end <= at and c.subject is not None), None)
    subject = clause.subject if clause is not None else None
    if clause is not None and subject is not None and subject.pronoun is None and clause.verb in {"be", "become"}:
        return book.slot_of(subject)
    if at + 1 < len(tokens) and tokens[at + 1].tag == t.NOUN and tokens[at].lower in _WHICH:
        phrase = read_phrase(tokens, at + 1)
        return book.labelled(attribute_label(phrase)) if phrase is not None else None
    if clause is not None and tokens[at].lower in {"nearest", "closest"} and tokens[at + 1].tag == t.NOUN:
        return book.labelled(tokens[at + 1].lemma)
    return None


_NOMINAL_OR_PREP = t.NOMINAL | {t.PREP}


def _provided(book: Rulebook, which: int) -> Dependence | None:
    """*He sings in whatever choir his college has, Vox at present*, *the driver is whoever the agency sends*."""
    tokens = book.sentence.tokens
    suited = _suiting(book, which)
    if suited is not None:
        return suited
    start = next((i for i in range(which + 1, min(which + 6, len(tokens))) if _begins_thing(tokens, i)), None)
    subject = read_phrase(tokens, start) if start is not None else None
    if subject is None or start is None or subject.pronoun is not None:
        return None
    subject = until_verb(subject)
    at, owner = subject.end, subject
    if at + 1 < len(tokens) and tokens[at].lower in {"at", "of", "in"} and _begins_thing(tokens, at + 1):
        inner = read_phrase(tokens, at + 1)
        owner = until_verb(inner) if inner is not None and inner.owner in {"my", "our"} else subject
        at = owner.end if owner is not subject else at
    while at < len(tokens) - 1 and tokens[at].tag in t.ADV_HAVE_BE:
        at += 1
    if at >= len(tokens) or w.verb_lemma(tokens[at].lower) is None or tokens[at].lower.endswith("ing"):
        return None
    parent = book.parent_of(owner)
    thing = read_phrase(tokens, which + 1) if start > which + 1 and tokens[which + 1].tag in _NOMINAL_OR_PREP else None
    label = attribute_label(thing) if thing is not None and thing.start < subject.start else ""
    held = _held_now(book, at)
    child = book.labelled(label) if label else None
    child = child or _chosen(book, which) or _falling(book, which)
    if parent is None or (child is None and held is None):
        return None
    return Dependence(Condition(parent), Outcome(replace(child or Named(""), value=held), None))


_SUITING = frozenset("suit fit match go come work belong".split())


def _suiting(book: Rulebook, which: int) -> Dependence | None:
    """*The scaling I use is whatever suits the laptop*, *my strap is whichever fits the watch*."""
    tokens = book.sentence.tokens
    at = which + 1
    if at + 1 >= len(tokens) or w.verb_lemma(tokens[at].lower) not in _SUITING:
        return None
    at += 2 if tokens[at + 1].lower in {"with", "to"} else 1
    be = next((i for i in range(which - 1, 0, -1) if tokens[i].lower in w.BE), None)
    child = (_chosen(book, which) or opening(book, be)) if be is not None else None
    parent = parent_at(book, at) if child is not None else None
    if parent is None or child is None or not differ(parent, child):
        return None
    return Dependence(Condition(parent), Outcome(child, None))


def _begins_thing(tokens: Sequence[t.Tagged], i: int) -> bool:
    """*The agency*, *my school*, *Ada's school*: whose doing it is."""
    owned = tokens[i].tag == t.POSS and tokens[i].lower != "your"
    return owned or tokens[i].lower == "the" or (tokens[i].tag == t.NAME and tokens[i + 1 : i + 2] != () and (
        tokens[i + 1].tag == t.GEN))  # fmt: skip


def until_verb(phrase: Phrase) -> Phrase:
    """*The agency sends*: a verb in the third person that reads as one more noun ends the phrase."""
    tokens = phrase.tokens
    for at in range(phrase.core + 1, phrase.end):
        lower = tokens[at].lower
        lemma = w.verb_lemma(lower)
        ends = at + 1 >= len(tokens) or tokens[at + 1].tag not in t.NOMINAL
        if lemma is not None and lower != lemma and lower.endswith("s") and tokens[at - 1].tag == t.NOUN and ends:
            return replace(phrase, end=at, head=at - 1, of=None)
    return phrase


_NOMINAL_OR_POSS_OR_DET = t.NOMINAL | {t.POSS, t.DET}


def _falling(book: Rulebook, which: int) -> Named | None:
    """*My night off falls on whichever …*, *date night, which is whichever …*: what stands before the verb."""
    tokens = book.sentence.tokens
    verb = next((i for i in range(which - 1, max(-1, which - 4), -1) if tokens[i].lower in _FALLING), None)
    if verb is None or verb == 0:
        return None
    end = verb - 1 if tokens[verb - 1].lower in {"which", "that"} else verb
    while end and tokens[end - 1].tag in t.PUNCT_OR_ADV:
        end -= 1
    begin = end
    while (begin and tokens[begin - 1].tag in _NOMINAL_OR_POSS_OR_DET) or (begin > 1 and _off(tokens, begin - 1)):
        begin -= 1
    phrase = read_phrase(tokens, begin) if begin < end else None
    if phrase is None or phrase.pronoun is not None or phrase.owner == "your":
        return None
    words = [x.lower for x in tokens[phrase.core : end]]
    return book.labelled(attribute_label(phrase) if phrase.end >= end else " ".join(words)) or book.slot_of(phrase)


def _off(tokens: Sequence[t.Tagged], i: int) -> bool:
    return tokens[i].lower == "off" and tokens[i - 1].tag == t.NOUN


def _whoever(book: Rulebook) -> Dependence | None:
    """*Whoever coaches us picks the warm-up song*: who does something lasting for the speaker sets a value."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower == "whoever"), None)
    if at is None or at + 4 >= len(tokens):
        return None
    doing = w.verb_lemma(tokens[at + 1].lower)
    ours = read_phrase(tokens, at + 2)
    mine = ours is not None and (ours.pronoun in {"us", "me"} or ours.owner in {"my", "our"})
    if doing is None or doing in _ONE_OFF or ours is None or not mine or tokens[at + 1].lower == doing:
        return None
    ours = until_verb(ours)
    sets = w.verb_lemma(tokens[ours.end].lower) if ours.end < len(tokens) - 1 else None
    thing = read_phrase(tokens, ours.end + 1) if sets in _WRITING else None
    if thing is None or thing.pronoun is not None or thing.owner in {"your", "his", "her"}:
        return None
    agent = next((x for x in (doing, f"{doing}er", f"{doing}r", f"{doing}or") if x in w.common_words()), doing)
    parent, child = Named(agent), book.labelled(attribute_label(thing))
    if child is None or not differ(parent, child):
        return None
    return Dependence(Condition(parent), Outcome(child, None))


def _extreme(book: Rulebook) -> Dependence | None:
    """*Our test tablet is the cheapest one that our kiosk runs on, a Plim 3*: the extreme of what the parent allows."""
    tokens = book.sentence.tokens
    at = next((i for i, x in enumerate(tokens) if x.lower in _EXTREME and tokens[i - 1].lower == "the" and i), None)
    if at is None:
        return None
    start = next((i for i in range(at + 1, min(at + 6, len(tokens))) if _begins_thing(tokens, i)), None)
    owner = read_phrase(tokens, start) if start is not None else None
    if owner is None or owner.pronoun is not None or start is None or any(x.tag == t.PUNCT for x in tokens[at:start]):
        return None
    owner = until_verb(owner)
    verb = next((x for x in tokens[owner.end :] if x.tag != t.ADV), None)
    if verb is None or w.verb_lemma(verb.lower) not in _ALLOWING or owner.owner not in {"my", "our"} | {None}:
        return None
    parent, held = book.slot_of(owner), _held_now(book, at)
    clause = next((c for c in book.sentence.clauses if c.verb_end <= at and c.verb == "be"), None)
    subject = clause.subject if clause is not None else None
    opens = tokens[at - 2].lower in w.BE if at > 1 else False
    child = book.slot_of(subject) if opens and subject is not None and subject.pronoun is None else None
    if parent is None or (child is None and held is None):
        return None
    return Dependence(Condition(parent), Outcome(replace(child or Named(""), value=held), None))


def _held_now(book: Rulebook, after: int) -> str | None:
    """The present value that is named in passing: *…, which these days means Orso*."""
    tokens = book.sentence.tokens
    start = tokens[after].token.start
    rest = book.turn.text[start : book.sentence.sentence.end]
    match = _NOW_IS.search(rest)
    if match is None:
        beside = _IS_NOW.search(rest)
        return beside.group(1) if beside is not None else None
    at = next((i for i, x in enumerate(tokens) if x.token.start >= start + match.end()), None)
    phrase = read_phrase(tokens, at) if at is not None else None
    if phrase is None or kind_of(phrase)[0] not in kinds.ANCHORED:
        beside = _IS_NOW.search(rest)
        return beside.group(1) if beside is not None else None
    first, last = phrase_span(phrase)
    if phrase.owner_is_name:
        first = tokens[phrase.start].token.start  # Ella's Corner: one name
    return book.turn.text[first:last]
