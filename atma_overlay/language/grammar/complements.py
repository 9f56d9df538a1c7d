"""What follows the verb of a clause: its complements, adverbs and particle, up to the next clause."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.tags import Tagged

_FINITE = frozenset({t.BE, t.HAVE, t.MODAL, t.FUTURE, t.DO, t.GEN})

_OPENING_A_PHRASE = frozenset({t.DET, t.POSS, t.NOUN, t.NAME, t.NUM})

_BETWEEN = frozenset({t.PUNCT, t.CONJ, t.WH, t.REL})

_VERBAL = t.AUXILIARY | {t.VERB, t.GEN}
_VERBAL_OR_TO = t.AUXILIARY | {t.TO, t.VERB, t.GEN}
_PARTICLES = frozenset("up out off down over away back in on through together apart".split())
_OBJECTS = frozenset("me us him them whom".split())
"""Pronouns that open no clause: *the tenant before us*."""
_PLAIN_SUBJECTS = w.SUBJECT_PRONOUNS - {"you", "it", "that", "this", "these", "those", "who"}
TIMES = w.TIME_NOUNS | w.DAY_NAMES | w.MONTH_NAMES | w.SEASONS | {"moment", "instant"}
"""*The moment I left*, *left her that day*: a time is nobody of whom a verb tells, and nothing that is given."""


def recipient(clause: Clause) -> Phrase | None:
    """To whom something is given, sold or left: the first of two objects side by side (*I left Lena a note*)."""
    if len(clause.complements) < 2:
        return None
    bare = [c.phrase for c in clause.complements if c.preposition is None]
    if len(bare) < 2 or bare[0].end != bare[1].start or bare[1].pronoun is not None:
        return None
    thing = bare[1]
    told = thing.determiner is not None or thing.owner is not None
    return bare[0] if told and thing.tokens[thing.head].lower not in TIMES else None


def clause_ahead(tokens: tuple[Tagged, ...], i: int) -> bool:
    """Whether a subject with its verb begins at a token."""
    phrase = read_phrase(tokens, i) if i < len(tokens) else None
    if phrase is None or phrase.pronoun in _OBJECTS:
        return False
    after = phrase.end
    while after < len(tokens) and tokens[after].tag == t.ADV:
        after += 1
    return after < len(tokens) and tokens[after].tag in _VERBAL


def complete(clause: Clause) -> int:
    """Read the complements up to the next clause; returns where reading goes on."""
    tokens = clause.tokens
    i = clause.verb_end
    preposition: str | None = None
    while i < len(tokens) and not _ends_clause(i, clause):
        token = tokens[i]
        i += 1
        if token.tag in _BETWEEN and token.text not in {"-", "&"}:
            continue
        if i - 1 == clause.verb_end and _is_particle(i - 1, clause):
            clause.particle = token.lower
        elif token.tag == t.PREP:
            preposition = token.lower
        elif token.tag in t.ADV_OR_NEG:
            clause.adverbs = clause.adverbs | (frozenset() if _counts_on(tokens, i - 1) else {token.lower})
            clause.negated = clause.negated or (token.tag == t.NEG and i - 1 == clause.verb_end)
        elif (phrase := read_phrase(tokens, i - 1)) is not None:
            if _subject_of_next(phrase, clause, preposition):
                i -= 1
                break
            if preposition != "for" or tokens[i - 1].lower != "good" or phrase.end > i:  # I've left Spotify for good
                clause.take(Complement(preposition, phrase))
            preposition, i = None, phrase.end
    clause.end = max(i, clause.verb_end)
    return clause.end


def _counts_on(tokens: Sequence[Tagged], i: int) -> bool:
    """*In York two weeks from now*, *any day now*: a *now* from which a time to come is counted."""
    if tokens[i].lower != "now" or i < 2:
        return False
    from_now = tokens[i - 1].lower == "from" and (i + 1 == len(tokens) or tokens[i + 1].lower not in {"on", "onwards"})
    return from_now or tokens[i - 2].lower == "any"


def _ends_clause(i: int, clause: Clause) -> bool:
    """Whether what stands at `i` belongs to the next clause, or to none."""
    tokens = clause.tokens
    token = tokens[i]
    if token.tag == t.PUNCT and token.text not in {"-", "&"}:
        goes_on = token.text == "," and _phrase_on(i + 1, clause)
        return _asks_on(tokens, i + 1) or (not goes_on and not _apposition_ahead(i, clause))
    if token.tag in t.CONJ_WH_REL:
        return token.lower not in {"and", "or", "but"} or not _listed(i, clause)
    if token.lower in w.SUBORDINATORS and clause_ahead(tokens, i + 1):
        return True
    return token.tag in _VERBAL_OR_TO


def asked_beside(tokens: Sequence[Tagged]) -> bool:
    """*Leo turned 8 today, any ideas?*: whether what a sentence asks stands behind what it tells, and has no verb."""
    if not tokens or tokens[-1].text != "?":
        return False
    behind = next((i + 1 for i in range(len(tokens) - 2, 0, -1) if tokens[i].text in _BREAKS), len(tokens))
    return _requests(tokens[behind:-1])


_BREAKS = frozenset({",", "-", "–", "—", ";"})


def _asks_on(tokens: Sequence[Tagged], i: int) -> bool:
    """*I work at Arup, right?*: what stands at `i` closes the sentence and only asks."""
    if tokens[-1].text != "?":
        return False
    behind = tokens[i:-1]
    opens = bool(behind) and behind[0].lower in _REQUESTING
    return opens or [x.lower for x in behind] in _SEEKING_ASSENT or _requests(behind)


_SEEKING_ASSENT = [[x] for x in ("right", "correct", "yes", "no", "ok", "okay", "yeah", "huh")]


def _requests(behind: Sequence[Tagged]) -> bool:
    if not behind or any(x.tag in _VERBAL_OR_TO or x.text in _BREAKS for x in behind):
        return False
    return behind[0].lower in _REQUESTING or behind[-1].lower in _REQUESTED


_REQUESTING = frozenset({"any", "what", "which", "how", "where", "who", "anything", "anywhere", "anyone"})
_REQUESTED = frozenset("ideas tips suggestions recommendations recs advice thoughts help options".split())


def _is_particle(i: int, clause: Clause) -> bool:
    """*up* in *give up smoking*: right behind the verb, and with no phrase of its own."""
    return clause.particle is None and clause.tokens[i].lower in _PARTICLES and not _prepositional(i, clause)


def _prepositional(i: int, clause: Clause) -> bool:
    tokens = clause.tokens
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is None or following.tag not in _OPENING_A_PHRASE:
        return False
    return tokens[i].lower not in _SPATIAL or not _time_ahead(i + 1, tokens)


_SPATIAL = frozenset("up out off down away back in".split())
_POINTING = frozenset({"last", "this"})


def _time_ahead(i: int, tokens: tuple[Tagged, ...]) -> bool:
    """*Moved out last week*, *shut down two years ago*: no phrase of the word before it; *in last week's report* is."""
    if tokens[i].lower in _POINTING:
        at = i + 1
    else:
        at = next((j for j in range(i + 1, min(i + 4, len(tokens))) if tokens[j].lower == "ago"), 0) - 1
    named = 0 < at < len(tokens) and not {tokens[at].lower, tokens[at].lemma}.isdisjoint(TIMES)
    return named and (at + 1 >= len(tokens) or tokens[at + 1].tag != t.GEN)


def _phrase_on(i: int, clause: Clause) -> bool:
    """After a comma: a preposition with its phrase, and no clause behind it, still belongs to the verb."""
    tokens = clause.tokens
    if not clause.complements or i >= len(tokens) - 1 or tokens[i].tag != t.PREP:
        return False
    phrase = _noun_phrase(tokens, i + 1)
    if phrase is None:
        return False
    return phrase.end >= len(tokens) or tokens[phrase.end].tag in t.PUNCT_PREP_CONJ


def _noun_phrase(tokens: tuple[Tagged, ...], i: int) -> Phrase | None:
    """The phrase that starts at a token, if it is no pronoun."""
    return read_phrase(tokens, i) if i < len(tokens) and tokens[i].tag != t.PRON else None


def _apposition_ahead(i: int, clause: Clause) -> bool:
    """After a comma: a bare name or a noun phrase that ends the segment belongs to what came before."""
    tokens = clause.tokens
    if tokens[i].text != "," or not clause.complements:
        return False
    phrase = _noun_phrase(tokens, i + 1)
    if phrase is None:
        return False
    after = tokens[phrase.end] if phrase.end < len(tokens) else None
    joined = after is not None and after.tag == t.CONJ and after.lower in {"and", "or"}
    return after is None or after.tag in t.PUNCT_OR_PREP or joined


def _listed(i: int, clause: Clause) -> bool:
    """*and* between two phrases of one list, not between two clauses."""
    tokens = clause.tokens
    if not clause.complements:
        return False
    phrase = _noun_phrase(tokens, i + 1)
    if phrase is None:
        return False
    after = phrase.end
    while after < len(tokens) and tokens[after].tag == t.ADV:
        after += 1
    return after >= len(tokens) or tokens[after].tag in t.ENDING_A_CLAUSE


def _subject_of_next(phrase: Phrase, clause: Clause, preposition: str | None) -> bool:
    tokens = clause.tokens
    if preposition is not None:
        return False
    after = phrase.end
    while after < len(tokens) and tokens[after].tag == t.ADV:
        after += 1
    if after >= len(tokens):
        return False
    following = tokens[after]
    if phrase.pronoun in _PLAIN_SUBJECTS:
        return True
    if phrase.pronoun == "it" and clause.intro in {"who", "that", "which"} and not clause.complements:
        return False  # the team that built it left
    if phrase.pronoun in _OBJECTS and following.tag == t.VERB and following.lower != following.lemma:
        return False  # the guy who hit me drives a Golf
    finite = following.tag in _FINITE or (following.tag == t.VERB and not following.lower.endswith("ing"))
    return finite and (bool(clause.complements) or phrase.pronoun is not None or _is_known(phrase, clause, following))


def _is_known(phrase: Phrase, clause: Clause, following: Tagged) -> bool:
    """*I know Ben's gym is Pulse*, *given that Ben drives a Honda*: what stands behind the verb is a clause.

    Not so *I know people called Ben*, *whoever knows the place likes it*.
    """
    if clause.verb not in _KNOWING or clause.passive or clause.intro in _RELATIVE:
        return False
    if clause.verb == "give" and clause.tokens[clause.verb_start].lower != "given":
        return False  # I gave Ben cooked food
    if following.tag == t.VERB and not following.lower.endswith("s"):
        return phrase.is_name and phrase.owner is None
    return phrase.is_name or phrase.owner is not None


_KNOWING = frozenset(
    """know think believe hear see guess hope remember notice reckon understand forget realise realize learn confirm
    note assume suppose suspect bet swear claim consider give mean feel mention recall imagine presume expect""".split()
)
"""Verbs behind which a clause says what is known, and *given*, *considering*, *seeing*."""
_RELATIVE = frozenset("who which that whoever".split())
