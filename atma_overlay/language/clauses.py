"""Clauses: who does what, since when, in which mood. Shallow, left to right, linear in the number of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.phrases import Phrase, read_phrase
from atma_overlay.language.tagging import Tagged

PARTICLES = frozenset("up out off down over away back in on through together apart".split())


@dataclass(frozen=True, slots=True)
class Complement:
    """What follows a verb: a phrase, with the preposition before it."""

    preposition: str | None
    phrase: Phrase


@dataclass(slots=True)
class Clause:
    """One verb group with its subject and its complements.

    `mood` is actual, future, unreal (would, may, if …), imperative or infinitive; `tense` is present, past, perfect
    or habit_past (*used to*). `intro` is the subordinator or conjunction that opens the clause.
    """

    tokens: tuple[Tagged, ...]
    subject: Phrase | None
    start: int
    verb_start: int
    verb_end: int
    end: int
    verb: str
    particle: str | None = None
    tense: str = "present"
    progressive: bool = False
    passive: bool = False
    mood: str = "actual"
    negated: bool = False
    asked: bool = False
    intro: str | None = None
    inherited_subject: bool = False
    adverbs: frozenset[str] = frozenset()
    complements: list[Complement] = field(default_factory=list)

    @property
    def offsets(self) -> tuple[int, int]:
        """Character offsets of the clause."""
        return self.tokens[self.start].token.start, self.tokens[max(self.start, self.end - 1)].token.end

    def bare(self) -> Phrase | None:
        """The first complement without a preposition."""
        return next((c.phrase for c in self.complements if c.preposition is None), None)


def read_clauses(tokens: Sequence[Tagged], *, asks: bool) -> list[Clause]:
    """The clauses of one tagged sentence."""
    return _Reader(tuple(tokens), asks).read()


class _Reader:
    def __init__(self, tokens: tuple[Tagged, ...], asks: bool) -> None:
        self.tokens, self.asks = tokens, asks
        self.clauses: list[Clause] = []

    def read(self) -> list[Clause]:
        i, n = 0, len(self.tokens)
        subject: Phrase | None = None
        intro: str | None = None
        segment_start = 0
        inverted = False
        while i < n:
            token = self.tokens[i]
            if self._opens_group(i):
                clause = self._group(i, subject, intro, segment_start, inverted)
                i = self._complete(clause)
                self.clauses.append(clause)
                subject, intro, segment_start, inverted = None, None, i, False
                continue
            if token.tag in (t.WH,) or (token.tag == t.REL):
                intro = token.lower
                subject = subject if token.tag == t.REL else None
                i += 1
                continue
            if token.lower in w.SUBORDINATORS or token.tag == t.CONJ:
                if token.lower not in ("before", "after", "until", "till", "as", "since", "like") or self._clause_ahead(i + 1):
                    intro = token.lower if intro != "if" else intro
                    subject = None
                    i += 1
                    continue
            if token.tag == t.PUNCT:
                if token.text not in {",", "-"}:
                    subject, intro, segment_start = None, None, i + 1
                elif subject is None:
                    segment_start = i + 1
                i += 1
                continue
            if token.tag in t.AUXILIARY and subject is None:
                inverted = True
                i += 1
                continue
            phrase = read_phrase(self.tokens, i)
            if phrase is not None:
                subject = self._keep_subject(subject, phrase, i)
                i = phrase.end
                continue
            if token.tag == t.PREP:
                nested = read_phrase(self.tokens, i + 1) if i + 1 < n else None
                i = nested.end if nested is not None else i + 1
                continue
            i += 1
        return self.clauses

    def _keep_subject(self, subject: Phrase | None, phrase: Phrase, i: int) -> Phrase:
        """A phrase between commas beside a subject is an apposition: the first phrase stays the subject."""
        beside = subject is not None and i > 0 and self.tokens[i - 1].text == "," and phrase.end < len(self.tokens)
        if beside and subject is not None and self.tokens[phrase.end].text == "," and phrase.pronoun is None:
            return subject
        return phrase

    def _clause_ahead(self, i: int) -> bool:
        phrase = read_phrase(self.tokens, i) if i < len(self.tokens) else None
        if phrase is None:
            return False
        after = phrase.end
        while after < len(self.tokens) and self.tokens[after].tag == t.ADV:
            after += 1
        return after < len(self.tokens) and (self.tokens[after].tag in t.AUXILIARY | {t.VERB, t.GEN})

    def _opens_group(self, i: int) -> bool:
        token = self.tokens[i]
        if token.tag == t.VERB:
            return True
        if token.tag == t.GEN and i > 0 and self.tokens[i - 1].tag in (t.NOUN, t.NAME):
            following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
            return following is not None and following.tag not in {t.HAVE, t.MODAL, t.FUTURE, t.DO, t.PUNCT}
        if token.tag == t.TO:
            return i + 1 < len(self.tokens) and self.tokens[i + 1].tag in (t.VERB, t.BE, t.HAVE, t.DO)
        if token.tag not in t.AUXILIARY:
            return False
        previous = self.tokens[i - 1] if i else None
        if previous is None or previous.tag in {t.PUNCT, t.CONJ, t.WH, t.PREP}:
            following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
            asks = self.asks and following is not None and following.tag in {t.PRON, t.POSS, t.DET, t.NAME, t.NOUN}
            return not asks
        return True

    def _group(self, i: int, subject: Phrase | None, intro: str | None, start: int, inverted: bool) -> Clause:
        tokens, n = self.tokens, len(self.tokens)
        first = i
        if subject is not None and subject.end + 1 == i and tokens[subject.end].text == "," and tokens[i].tag == t.VERB:
            subject = None  # spoken to: "Hey Joanna, check this out"
        aux: list[str] = []
        adverbs: set[str] = set()
        negated, verb, verb_token = False, "", None
        infinitive = tokens[i].tag == t.TO
        back = first - 1
        while back >= 0 and tokens[back].tag in {t.ADV, t.NEG}:
            adverbs.add(tokens[back].lower)
            negated = negated or tokens[back].tag == t.NEG
            back -= 1
        while i < n:
            token = tokens[i]
            if token.tag == t.TO or (token.tag == t.GEN and i == first):
                aux.append("to" if token.tag == t.TO else "'s")
            elif token.tag in t.AUXILIARY:
                aux.append(token.lower)
            elif token.tag == t.NEG:
                negated = True
            elif token.tag == t.ADV and not self._ends_group(i):
                adverbs.add(token.lower)
            elif token.tag == t.VERB:
                verb, verb_token = token.lemma, token
                i += 1
                break
            else:
                break
            i += 1
        if verb in {"use", "go"} and verb_token is not None and i < n and tokens[i].tag == t.TO and i + 1 < n:
            marker = "used_to" if verb_token.lower == "used" else ("going_to" if verb_token.lower == "going" else "")
            if marker and tokens[i + 1].tag in (t.VERB, t.BE, t.HAVE):
                aux.append(marker)
                verb_token = tokens[i + 1]
                verb, i = verb_token.lemma, i + 2
        return self._clause(first, i, subject, intro, start, inverted, aux, adverbs, negated, verb, verb_token, infinitive)

    def _ends_group(self, i: int) -> bool:
        following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        return following is None or following.tag not in {t.VERB, t.BE, t.HAVE, t.NEG, t.ADV, t.DO}

    def _clause(  # noqa: PLR0913 - the parts of one verb group
        self, first: int, end: int, subject: Phrase | None, intro: str | None, start: int, inverted: bool,
        aux: list[str], adverbs: set[str], negated: bool, verb: str, verb_token: Tagged | None, infinitive: bool,
    ) -> Clause:  # fmt: skip
        be = any(a in w.BE or a == "'s" for a in aux)
        have = any(a in w.HAVE for a in aux) or ("'s" in aux and verb_token is not None and _participle(verb_token))
        clause = Clause(self.tokens, subject, subject.start if subject else start, first, end, end, verb or "be")
        if not verb and any(a in w.HAVE for a in aux) and not be:
            clause.verb = "have"
        elif not verb and any(a in w.DO for a in aux) and not be:
            clause.verb = "do"
        clause.negated, clause.intro = negated, intro
        clause.adverbs = frozenset(adverbs)
        clause.progressive = be and verb_token is not None and verb_token.lower.endswith("ing")
        clause.passive = be and verb_token is not None and not clause.progressive and _participle(verb_token)
        past_aux = any(a in {"was", "were", "did"} for a in aux) or aux[:1] == ["had"]
        owned = not verb and len(aux) > 1 and aux[-1] == "had" and aux[0] in w.HAVE
        past_form = verb_token is not None and not aux and _past(verb_token)
        been = "been" in aux
        if "used_to" in aux:
            clause.tense = "habit_past"
        elif past_aux or past_form:
            clause.tense = "past"
        elif have and (verb_token is not None or been or owned):
            clause.tense = "perfect"
        clause.mood = self._mood(aux, verb_token, subject, intro, infinitive, first)
        clause.asked = inverted or (self.asks and intro in w.WH_WORDS)
        if subject is None and clause.mood == "actual" and intro in {"and", "but", "or", ","} and self.clauses:
            self._inherit(clause)
        return clause

    def _inherit(self, clause: Clause) -> None:
        previous = self.clauses[-1]
        if previous.subject is not None and previous.mood != "infinitive":
            clause.subject, clause.inherited_subject = previous.subject, True
            clause.mood = previous.mood if previous.mood in {"unreal", "future"} else clause.mood
            clause.asked = clause.asked or previous.asked
            if previous.intro in {"if", "unless"}:
                clause.intro = previous.intro

    def _mood(
        self, aux: list[str], verb: Tagged | None, subject: Phrase | None, intro: str | None, infinitive: bool, first: int
    ) -> str:  # fmt: skip
        if infinitive:
            return "infinitive"
        if any(a in w.MODALS_UNREAL for a in aux) or intro in {"if", "unless"}:
            return "unreal"
        if any(a in w.MODALS_FUTURE for a in aux) or "going_to" in aux:
            return "future"
        if subject is None and verb is not None and not aux:
            opens = first == 0 or self.tokens[first - 1].tag in {t.PUNCT, t.CONJ, t.ADV}
            base = verb.lower == verb.lemma
            joined = intro in {"and", "but", "or"} and self.clauses and self.clauses[-1].subject is not None
            if opens and base and not (joined and self.clauses[-1].tense == "present"):
                return "imperative"
        return "actual"

    def _complete(self, clause: Clause) -> int:
        """Read the complements up to the next clause; returns where reading goes on."""
        tokens, n, i = self.tokens, len(self.tokens), clause.verb_end
        preposition: str | None = None
        while i < n:
            token = tokens[i]
            if token.tag == t.PUNCT and token.text not in {"-", "&"}:
                if token.text == "," and self._phrase_on(i + 1, clause):
                    i += 1
                    continue
                if not self._apposition_ahead(i, clause):
                    break
                i += 1
                continue
            if token.tag in {t.CONJ, t.WH, t.REL}:
                joined = token.lower in {"and", "or", "but"} and self._listed(i, clause)
                if not joined:
                    break
                i += 1
                continue
            if token.lower in w.SUBORDINATORS and self._clause_ahead(i + 1):
                break
            if token.tag in t.AUXILIARY | {t.TO} or token.tag == t.VERB:
                break
            if token.tag == t.GEN:
                break
            if token.lower in PARTICLES and clause.particle is None and i == clause.verb_end and not self._prepositional(i):
                clause.particle = token.lower
                i += 1
                continue
            if token.tag == t.PREP:
                preposition = token.lower
                i += 1
                continue
            if token.tag in {t.ADV, t.NEG}:
                clause.adverbs = clause.adverbs | {token.lower}
                clause.negated = clause.negated or (token.tag == t.NEG and i == clause.verb_end)
                i += 1
                continue
            phrase = read_phrase(tokens, i)
            if phrase is None:
                i += 1
                continue
            if self._subject_of_next(phrase, clause, preposition):
                break
            clause.complements.append(Complement(preposition, phrase))
            preposition = None
            i = phrase.end
        clause.end = max(i, clause.verb_end)
        return max(i, clause.verb_end)

    def _prepositional(self, i: int) -> bool:
        following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        return following is not None and following.tag in {t.DET, t.POSS, t.NOUN, t.NAME, t.NUM}

    def _phrase_on(self, i: int, clause: Clause) -> bool:
        """After a comma: a preposition with its phrase, and no clause behind it, still belongs to the verb."""
        if not clause.complements or i >= len(self.tokens) - 1 or self.tokens[i].tag != t.PREP:
            return False
        phrase = read_phrase(self.tokens, i + 1)
        if phrase is None or phrase.pronoun is not None:
            return False
        return phrase.end >= len(self.tokens) or self.tokens[phrase.end].tag in {t.PUNCT, t.PREP, t.CONJ}

    def _apposition_ahead(self, i: int, clause: Clause) -> bool:
        """After a comma: a bare name or a noun phrase that ends the segment belongs to what came before."""
        if self.tokens[i].text != "," or not clause.complements:
            return False
        phrase = read_phrase(self.tokens, i + 1) if i + 1 < len(self.tokens) else None
        if phrase is None or phrase.pronoun is not None:
            return False
        after = self.tokens[phrase.end] if phrase.end < len(self.tokens) else None
        joined = after is not None and after.tag == t.CONJ and after.lower in {"and", "or"}
        return after is None or after.tag in {t.PUNCT, t.PREP} or joined

    def _listed(self, i: int, clause: Clause) -> bool:
        """*and* between two phrases of one list, not between two clauses."""
        if not clause.complements:
            return False
        phrase = read_phrase(self.tokens, i + 1) if i + 1 < len(self.tokens) else None
        if phrase is None or phrase.pronoun is not None:
            return False
        after = phrase.end
        while after < len(self.tokens) and self.tokens[after].tag == t.ADV:
            after += 1
        return after >= len(self.tokens) or self.tokens[after].tag in {t.PUNCT, t.PREP, t.CONJ, t.WH}

    def _subject_of_next(self, phrase: Phrase, clause: Clause, preposition: str | None) -> bool:
        if preposition is not None:
            return False
        after = phrase.end
        while after < len(self.tokens) and self.tokens[after].tag == t.ADV:
            after += 1
        if after >= len(self.tokens):
            return False
        following = self.tokens[after]
        if phrase.pronoun in w.SUBJECT_PRONOUNS - {"you", "it", "that", "this", "these", "those", "who"}:
            return True
        finite = following.tag in {t.BE, t.HAVE, t.MODAL, t.FUTURE, t.DO, t.GEN} or (
            following.tag == t.VERB and not following.lower.endswith("ing")
        )
        return finite and (bool(clause.complements) or phrase.pronoun is not None)


def _participle(token: Tagged) -> bool:
    return t.is_participle(token.lower)


def _past(token: Tagged) -> bool:
    word = token.lower
    if word.endswith("ing") or (word.endswith("s") and word != token.lemma):
        return False
    return word != token.lemma
