"""Reading clauses off the tokens of a sentence: shallow, left to right, linear in the number of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.complements import TIMES, clause_ahead, complete
from atma_overlay.language.grammar.going_on import ALIKE, goes_on, inherit, note_what_is_awaited
from atma_overlay.language.grammar.phrases import Phrase, owned_by_speaker, read_phrase, spoken_as
from atma_overlay.language.grammar.tags import Tagged
from atma_overlay.language.grammar.verb_groups import VerbGroup
from atma_overlay.language.grammar.verb_signs import is_participle

_IN_A_GROUP = frozenset({t.VERB, t.BE, t.HAVE, t.NEG, t.ADV, t.DO})

_OPENING_A_GROUP = t.AUXILIARY | {t.VERB, t.GEN, t.TO}

_OPENING_A_SUBJECT = frozenset({t.PRON, t.POSS, t.DET, t.NAME, t.NOUN})

_BEHIND_AN_OWNER = frozenset({t.HAVE, t.MODAL, t.FUTURE, t.DO, t.PUNCT})

_BE = w.BE | {"'s"}

_GIVING = frozenset(
    """call name nickname dub title give offer send pay make elect appoint show tell teach award grant lend allow deny
    charge assign hand consider deem promote ask""".split()
)
"""Verbs whose passive has a thing behind it, too: *he's called Bob*, *she's given a car*."""
_ON_TO = frozenset("give offer send pay show teach award grant lend assign hand".split())
"""Those of them that may name whom it goes to behind the thing: *she's handed the rota to Bob* is what she has done."""
_OBJECTS = frozenset({t.DET, t.POSS, t.NAME, t.NOUN, t.NUM})

_HAVING_DONE = frozenset({"help", "let", "make", "have", "watch", "see"})
"""Verbs with whom one asks somebody to do something, or to have it done."""
_BY_NOW = frozenset("now nowadays currently presently".split())
_MODAL = frozenset({t.MODAL, t.FUTURE})

_WITH_TO = frozenset({"use", "go", "manage"})
"""Verbs that are auxiliaries before *to*: *used to live*, *going to live*."""

_PREPOSITIONAL = frozenset("before after until till as since like".split())
"""Subordinators that are prepositions too."""
_WHOEVER = frozenset({"whoever", "whatever", "whichever"})


def read_clauses(tokens: Sequence[Tagged], *, asks: bool) -> list[Clause]:
    """The clauses of one tagged sentence."""
    clauses = _Reader(tuple(tokens), asks=asks).read()
    if len(clauses) > 1:
        note_what_is_awaited(clauses)
    return clauses


@dataclass(slots=True)
class _Lead:
    """What stands before a verb group: the subject so far, what opens the clause, and where it starts."""

    start: int = 0
    subject: Phrase | None = None
    intro: str | None = None
    inverted: bool = False


def _opens_relative(subject: Phrase, phrase: Phrase, i: int) -> bool:
    """*A guy I met at the party*, *my sister, whose husband …*: whether a phrase begins a clause on a subject."""
    beside = subject.end == i and not subject.is_name and phrase.pronoun in w.SUBJECT_PRONOUNS
    if subject.owner == "whose":
        return False  # the man whose car I bought
    return beside or phrase.owner == "whose"


class _Reader:
    def __init__(self, tokens: tuple[Tagged, ...], *, asks: bool) -> None:
        self.tokens, self.asks = tokens, asks
        self.clauses: list[Clause] = []
        self.told_of: Phrase | None = None
        """What a relative clause was opened on: the subject of the verb that stands behind it."""

    def read(self) -> list[Clause]:
        """The clauses of the sentence, from left to right."""
        i, lead = 0, _Lead()
        while i < len(self.tokens):
            if self._opens_group(i):
                clause = self._clause(self._group(i, lead), lead)
                i = complete(clause)
                self.clauses.append(clause)
                lead = _Lead(i)
            else:
                i = self._lead_on(i, lead)
        return self.clauses

    def _lead_on(self, i: int, lead: _Lead) -> int:
        """Read one step of what stands before a verb; returns where reading goes on."""
        token = self.tokens[i]
        if token.tag in t.WH_OR_REL:
            lead.intro = token.lower
            self.told_of = lead.subject or self.told_of
            lead.subject = lead.subject if token.tag == t.REL else None
        elif (token.tag == t.CONJ or token.lower in w.SUBORDINATORS) and self._joins(i):
            lead.intro = token.lower if lead.intro not in {"if", "whether"} else lead.intro
            lead.subject = None
        elif token.tag == t.PUNCT:
            if token.text not in {",", "-"}:
                lead.subject, lead.intro, lead.start, self.told_of = None, None, i + 1, None
            elif lead.subject is None:
                lead.start = i + 1
        elif token.tag in t.AUXILIARY and lead.subject is None:
            lead.inverted = True
        else:
            phrase = read_phrase(self.tokens, i)
            if phrase is not None and phrase.pronoun == "me" and (behind := self._behind_me(phrase)):
                lead.subject = spoken_as(phrase, "we")
                return behind
            if phrase is not None:
                lead.subject = self._keep_subject(lead.subject, phrase, i)
                return phrase.end
            if token.tag == t.PREP and i + 1 < len(self.tokens):
                if token.lower == "on" and any(x.lower == "from" for x in self.tokens[max(0, i - 4) : i]):
                    return i + 1  # from this week on
                nested = read_phrase(self.tokens, i + 1)
                return nested.end if nested is not None else i + 1
        return i + 1

    def _behind_me(self, me: Phrase) -> int:
        """Where the verb of *me and my wife*, *my wife and me* stands; 0 where these are no subject."""
        end = me.end
        if end < len(self.tokens) and self.tokens[end].lower == "and":
            other = read_phrase(self.tokens, end + 1)
            end = other.end if other is not None else end
        return end if end < len(self.tokens) and self._opens_group(end) else 0

    def _joins(self, i: int) -> bool:
        """Whether a conjunction or a subordinator opens a clause, rather than a phrase: *after lunch*."""
        return self.tokens[i].lower not in _PREPOSITIONAL or clause_ahead(self.tokens, i + 1)

    def _keep_subject(self, subject: Phrase | None, phrase: Phrase, i: int) -> Phrase:
        """A phrase between commas beside a subject is an apposition: the first phrase stays the subject."""
        beside = subject is not None and i > 0 and self.tokens[i - 1].text == "," and phrase.end < len(self.tokens)
        if beside and subject is not None and self.tokens[phrase.end].text == "," and phrase.pronoun is None:
            return subject
        if subject is not None and subject.end == i and phrase.determiner == "these" and phrase.head_lemma in TIMES:
            return subject  # my car these days is a Golf
        if subject is not None and subject.pronoun is None and subject.head_lemma not in TIMES:
            self.told_of = subject if _opens_relative(subject, phrase, i) else self.told_of
        if phrase.owner is None and phrase.tokens[phrase.head].lower in _WHOEVER:
            self.told_of = phrase
        return phrase

    def _opens_group(self, i: int) -> bool:
        token = self.tokens[i]
        if token.tag == t.VERB:
            return True
        if token.tag not in _OPENING_A_GROUP:
            return False
        if token.tag == t.GEN and i > 0 and self.tokens[i - 1].tag in (t.NOUN, t.NAME):
            following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
            return following is not None and following.tag not in _BEHIND_AN_OWNER
        if token.tag == t.TO:
            return i + 1 < len(self.tokens) and self.tokens[i + 1].tag in (t.VERB, t.BE, t.HAVE, t.DO)
        if token.tag == t.GEN:
            return False
        previous = self.tokens[i - 1] if i else None
        if previous is None or previous.tag in t.ENDING_A_CLAUSE:
            return not self._inverts(i)
        return True

    def _inverts(self, i: int) -> bool:
        """*Do you …?*; *could you …* asks without a question mark, too."""
        following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        if following is None or following.tag not in _OPENING_A_SUBJECT:
            return False
        return self.asks or (self.tokens[i].tag in _MODAL and following.lower in w.SUBJECT_PRONOUNS)

    def _group(self, first: int, lead: _Lead) -> VerbGroup:
        tokens = self.tokens
        subject = lead.subject
        spoken_to = subject is not None and subject.end + 1 == first and tokens[subject.end].text == ","
        if spoken_to and tokens[first].tag == t.VERB:
            lead.subject = None  # "Hey Joanna, check this out"
        group = VerbGroup(first, first, tokens[first].tag == t.TO)
        back = first - 1
        while back >= 0 and tokens[back].tag in t.ADV_OR_NEG:
            group.adverbs.add(tokens[back].lower)
            group.negated = group.negated or tokens[back].tag == t.NEG
            back -= 1
        while group.end < len(tokens) and group.token is None and self._joined_to(group, tokens[group.end]):
            group.end += 1
        if group.verb in _WITH_TO:
            self._periphrasis(group)
        if group.verb == "get":
            self._got(group)
        return group

    def _got(self, group: VerbGroup) -> None:
        """*The stand-up got pushed*: *get* before a participle is an auxiliary."""
        following = self.tokens[group.end] if group.end < len(self.tokens) else None
        if following is None or following.tag != t.VERB:
            return
        if is_participle(following.lower) and not following.lower.endswith("ing"):
            group.aux.append("was" if group.token is not None and group.token.lower == "got" else "be")
            group.verb, group.token = following.lemma, following
            group.end += 1

    def _joined_to(self, group: VerbGroup, token: Tagged) -> bool:
        """Take a token into the group; False where it ends before it."""
        if token.tag == t.TO or (token.tag == t.GEN and group.end == group.first):
            group.aux.append("to" if token.tag == t.TO else "'s")
        elif token.tag in t.AUXILIARY:
            group.aux.append(token.lower)
        elif token.tag == t.NEG:
            group.negated = True
        elif self._among(group, token) or (token.tag == t.ADV and not self._ends_group(group.end)):
            group.adverbs.add(token.lower)
        elif token.tag == t.VERB:
            group.verb, group.token = token.lemma, token
        else:
            return False
        return True

    def _among(self, group: VerbGroup, token: Tagged) -> bool:
        """*Files have all been moved*: a quantifier inside the group."""
        if token.lower not in {"all", "both"} or not group.aux or group.end + 1 >= len(self.tokens):
            return False
        return self.tokens[group.end + 1].tag in t.VERB_BE_HAVE

    def _periphrasis(self, group: VerbGroup) -> None:
        """*used to live*, *going to live*, *managed to move*: the verb is the one behind *to*."""
        tokens, i = self.tokens, group.end
        if group.token is None or i + 1 >= len(tokens) or tokens[i].tag != t.TO:
            return
        marker = {"used": "used_to", "going": "going_to", "managed": "did"}.get(group.token.lower)
        if marker is not None and tokens[i + 1].tag in t.VERB_BE_HAVE:
            group.aux.append(marker)
            group.token = tokens[i + 1]
            group.verb, group.end = group.token.lemma, i + 2

    def _ends_group(self, i: int) -> bool:
        following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        return following is None or following.tag not in _IN_A_GROUP

    def _clause(self, group: VerbGroup, lead: _Lead) -> Clause:
        aux, token = group.aux, group.token
        subject = lead.subject or self._behind_relative(group, lead)
        subject = lead.subject = owned_by_speaker(subject) if subject is not None else None
        be = not _BE.isdisjoint(aux)
        start = subject.start if subject else lead.start
        clause = Clause(self.tokens, subject, start, group.first, group.end, group.end, group.verb or "be")
        if not group.verb and not be and not w.HAVE.isdisjoint(aux):
            clause.verb = "have"
        elif not group.verb and not be and not w.DO.isdisjoint(aux):
            clause.verb = "do"
        clause.negated, clause.intro = group.negated, lead.intro
        clause.adverbs = frozenset(group.adverbs)
        clause.progressive = be and token is not None and token.lower.endswith("ing")
        clause.passive = be and not clause.progressive and group.participle and not self._has_done(group)
        clause.tense = group.tense
        clause.mood = self._mood(group, lead)
        clause.asked = lead.inverted or (self.asks and lead.intro in w.WH_WORDS)
        if subject is None and clause.mood == "actual" and self.clauses and goes_on(self.clauses[-1], clause):
            inherit(self.clauses[-1], clause)
        return clause

    def _has_done(self, group: VerbGroup) -> bool:
        """*My sister's sold the flat*: with an object behind it, *'s* is *has*, and nobody was sold."""
        if _BE.intersection(group.aux) != {"'s"} or group.end >= len(self.tokens):
            return False
        behind = self.tokens[group.end]
        if group.verb in _GIVING:
            return self._goes_on_to(group, behind)
        if behind.tag == t.VERB:
            return behind.lower.endswith("ing")  # he's quit smoking
        thing = read_phrase(self.tokens, group.end) if behind.tag in _OBJECTS else None
        return thing is not None and thing.head_lemma not in TIMES

    def _goes_on_to(self, group: VerbGroup, behind: Tagged) -> bool:
        if group.verb not in _ON_TO or behind.tag not in _OBJECTS:
            return False
        thing = read_phrase(self.tokens, group.end)
        end = len(self.tokens) if thing is None else thing.end
        return end + 1 < len(self.tokens) and self.tokens[end].lower in {"to", "over"}

    def _behind_relative(self, group: VerbGroup, lead: _Lead) -> Phrase | None:
        """*The woman who cuts my hair left Acme*, *Ravi, who runs the shop, left*: whom the verb behind tells of."""
        told_of = self.told_of
        if told_of is None or lead.intro is not None or not self.clauses or group.infinitive:
            return None
        form = group.token.lower if group.token is not None else ""
        before = next((x for x in reversed(self.tokens[: group.first]) if x.tag != t.ADV), None)
        apart = before is not None and (before.text == ",") != (self.tokens[told_of.end].text == ",")
        if apart or (form.endswith("ing") and not group.aux) or self._names_it(group):
            return None
        self.told_of = None
        return told_of

    def _names_it(self, group: VerbGroup) -> bool:
        """*The bakery I go to is Crumb Lane*: what is told is the speaker's, by what the speaker does with it."""
        subject = self.clauses[-1].subject
        first = subject is not None and subject.pronoun in w.FIRST_PERSON
        return first and not group.verb and not group.negated and "longer" not in group.adverbs

    def _mood(self, group: VerbGroup, lead: _Lead) -> str:
        aux, verb, first = group.aux, group.token, group.first
        if group.infinitive:
            return "infinitive"
        if not w.MODALS_UNREAL.isdisjoint(aux) or lead.intro in {"if", "unless"} or _is_owed(group):
            return "unreal"
        if not w.MODALS_FUTURE.isdisjoint(aux) or "going_to" in aux:
            return "future"
        if verb is not None and not aux and lead.subject is not None and self._is_had_done(lead.subject, verb):
            return "infinitive"
        if lead.subject is None and verb is not None and not aux:
            before = self.tokens[first - 1] if first else None
            opens = before is None or before.tag in t.PUNCT_CONJ_ADV or before.lower == "please"
            joined = lead.intro in {"and", "but", "or"} and self.clauses and self.clauses[-1].subject is not None
            base = verb.lower == verb.lemma and not (joined and self._is_past_too(verb))
            if opens and base and not (joined and (self.clauses[-1].tense == "present" or self._goes_on(group))):
                return "imperative"
        return "actual"

    def _is_had_done(self, subject: Phrase, verb: Tagged) -> bool:
        """*Help me raise my rate*, *let Ann move to York*: what somebody is to do, behind a verb that asks for it."""
        before = self.clauses[-1] if self.clauses else None
        if before is None or before.mood == "actual" or before.verb not in _HAVING_DONE or verb.lower != verb.lemma:
            return False
        return before.end == subject.start and not before.complements

    def _is_past_too(self, verb: t.Tagged) -> bool:
        """*They took me off it and put me on …*: a form that is the past's as well, behind one of the past."""
        return verb.lower in ALIKE and self.clauses[-1].tense in {"past", "perfect"}

    def _goes_on(self, group: VerbGroup) -> bool:
        """*I sold the Corsa and drive a Clio now*: after what the speaker did, what holds since."""
        subject = self.clauses[-1].subject
        first = subject is not None and subject.pronoun in {"i", "we"}
        behind = (x.lower in {"now", "instead", "nowadays"} for x in self.tokens[group.end :])
        return first and (not _BY_NOW.isdisjoint(group.adverbs) or any(behind))


def _is_owed(group: VerbGroup) -> bool:
    """*I have to move*, *our goal is to move*: what somebody is to do, and has not done; *I had to* tells what was."""
    aux = group.aux
    if "to" not in aux[1:]:
        return False
    before = aux[aux.index("to", 1) - 1]
    return before in w.BE or (before in w.HAVE and before not in {"had", "having"})
