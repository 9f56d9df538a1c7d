"""Coarse parts of speech by closed classes, shapes and the neighbouring words."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.name_signs import is_acronym, is_name, is_tie
from atma_overlay.language.grammar.tags import (
    ADV,
    BE,
    CONJ,
    DET,
    DO,
    FUTURE,
    GEN,
    HAVE,
    MODAL,
    NAME,
    NEG,
    NOUN,
    NUM,
    POSS,
    POSS_OR_DET,
    PREP,
    PREP_OR_VERB,
    PRON,
    PRON_WH_REL,
    PUNCT,
    PUNCT_OR_CONJ,
    QUOTE,
    REL,
    TO,
    VERB,
    WH,
    Tagged,
    tagged_as,
)
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.grammar.verb_signs import guessed_verb, reads_as_verb
from atma_overlay.values.normal import NUMBER_WORDS

_HELPERS = w.BE | w.HAVE | w.MODALS_FUTURE
_HELPERS_AND_PREPOSITIONS = w.BE | w.HAVE | w.PREPOSITIONS
_JOINING = w.PREPOSITIONS | w.CONJUNCTIONS
_PERSONAL = w.FIRST_PERSON | w.THIRD_PERSON


_WITHIN_PLACES = frozenset({"upon", "am", "sur"})
"""*Newcastle upon Tyne*, *Frankfurt am Main*."""
_BEHIND = 5
"""How far behind a word the signs of a name may stand."""


def tag(tokens: Sequence[Token], known_names: frozenset[str] = frozenset()) -> list[Tagged]:
    """Tag the tokens of one sentence; `known_names` are lower-case names seen elsewhere in the conversation."""
    out: list[Tagged] = []
    for i, (token, after) in enumerate(zip(tokens, (*tokens[1:], None), strict=True)):
        text = token.text
        if text in _WITHIN_PLACES and i and out[-1].tag == NAME and after is not None and after.capital:
            out.append(tagged_as(token, NAME, text))
        elif text == "am" and i and out[-1].tag == NUM:  # 10 am
            out.append(tagged_as(token, NOUN, text))
        elif text in _AS_WRITTEN:  # every other word
            out.append(tagged_as(token, *_AS_WRITTEN[text]))
        elif _is_plain(token) and (not token.capital or (i == 0 and text in _NO_NAMES)):
            out.append(_common(token, after, out))
        else:
            out.append(_one(token, tokens[i + 1 : i + _BEHIND], out, known_names))
        if out[i].tag in _OPEN and (i == 0 or tokens[i - 1].text == ":"):
            out[i] = _opening(out[i], tokens[i:])
        elif text in _DOES and i > 1 and out[-2].tag == VERB and out[-3].tag == NOUN and _does(tokens, i):
            out[-2] = tagged_as(out[-2].token, NOUN, out[-2].lower)  # the analytics stack uses Postgres
        if out[i].tag == BE and i > _OWNER_AND_S:
            _name_what_is_owned(out)
    return out


_IN_A_NAME = frozenset({NOUN, VERB})
_OWNER_AND_S = 2
"""Tokens before what is owned, at least: *Anna*, *'s*."""


def _name_what_is_owned(out: list[Tagged]) -> None:
    """*My sister's running shoe is …*, *her sister's hosting is …*: behind *'s* and before *is* stands a name."""
    first = len(out) - 1
    while first > 1 and out[first - 1].tag in _IN_A_NAME:
        first -= 1
    if out[first - 1].tag == GEN and first < len(out) - 1:
        at = out[first]
        if at.tag == VERB and at.lower.endswith("ing"):
            out[first] = tagged_as(at.token, NOUN, at.lower)


def _is_plain(token: Token) -> bool:
    """Whether a token is a word of letters, and no number."""
    return token.kind == "word" and token.text.isalpha() and token.lower not in _NUMBERS


_OPEN = frozenset({VERB, NOUN})
_NO_NAMES = frozenset(x.capitalize() for x in w.OBJECT_PRONOUNS)
"""*Me and Dusty moved*: what opens a sentence with a capital and names nobody."""
_NUMBERS = NUMBER_WORDS.keys() - {"second"}


_NOUNS_AFTER = frozenset("work time home day water food".split())
_FINITE_AFTER = w.BE | w.HAVE | w.MODALS_FUTURE | frozenset({"down", "up", "now", "go", "went", "got", ":"})


_THIRD = frozenset("uses owns handles prefers belongs relies lives sits stays reports".split())
"""What only somebody does: *Support uses Zendesk*, *Design owns the page*; *support changes* may be an order."""

_GOES = frozenset("runs deploys moves moved switched migrated".split())
"""Does so, too, where a preposition follows."""
_DOES = _THIRD | _GOES


def _does(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is what somebody does, alone or with where to: *Search runs on Solr*, not *search runs*."""
    word = tokens[at].lower
    return word in _THIRD or (word in _GOES and at + 1 < len(tokens) and tokens[at + 1].lower in _WHERE)


_WHERE = frozenset({"on", "to", "from", "over"})


def _opening(tagged: Tagged, tokens: Sequence[Token]) -> Tagged:
    """The first word where its form leaves it open: *Request timeout is …* is no order, *Priya, our lead* no noun."""
    token = tagged.token
    if tagged.tag == VERB and token.lower == tagged.lemma:
        at = 1
        while at < len(tokens) and at < 4 and tokens[at].lower not in _FINITE_AFTER and _plain_noun(tokens[at]):
            at += 1
        labels = any(x.text == ":" for x in tokens[at : at + 4]) or (at < len(tokens) and tokens[at].text == ":")
        finite = at < len(tokens) and (tokens[at].lower in _FINITE_AFTER or labels)
        finite = (finite and at > 1) or _moved(tokens) or (len(tokens) > 1 and _does(tokens, 1))
        return tagged_as(token, NOUN, token.lower) if finite else tagged
    if tagged.tag == VERB and len(tokens) > 2 and tokens[1].lower in _THIRD and token.lower.endswith("ing"):
        return tagged_as(token, NOUN, token.lower)  # Billing uses Postgres
    plural = tagged.tag == VERB and token.lower.endswith("s") and token.lower != tagged.lemma and len(tokens) > 2
    if plural and (tokens[1].lower in _HELPERS or w.verb_lemma(tokens[1].lower) == tokens[1].lower):
        return tagged_as(token, NOUN, w.lemma(token.lower)) if tokens[1].lower not in _NOUNS_AFTER else tagged
    beside = len(tokens) > 3 and tokens[1].text == "," and tokens[2].lower in {"my", "our"}
    if tagged.tag == NOUN and beside and token.capital and token.lower not in w.common_words():
        return tagged_as(token, NAME, token.lower)
    return tagged


def _moved(tokens: Sequence[Token]) -> bool:
    """*Launch slipped to 17 June*: what the first word is told to have done."""
    told = len(tokens) > 2 and tokens[1].lower.endswith("ed") and w.verb_lemma(tokens[1].lower) is not None
    return told and tokens[2].lower in {"to", "from", "until"}


def _plain_noun(token: Token) -> bool:
    """A word of no closed class that is no form of a verb, or a noun as often as a verb."""
    return token.kind == "word" and not token.capital and token.lower not in _CLOSED


_CLOSED = frozenset().union(
    _JOINING, w.DETERMINERS, w.ADVERBS, w.POSSESSIVES, w.WH_WORDS, w.OBJECT_PRONOUNS, w.SUBJECT_PRONOUNS,
    w.FIRST_PERSON, w.NEGATIONS, w.BE, w.HAVE, w.DO,
)  # fmt: skip


def _one(token: Token, behind: Sequence[Token], before: list[Tagged], known_names: frozenset[str]) -> Tagged:
    after = behind[0] if behind else None
    simple = _by_shape(token, before)
    if simple == GEN and after is not None and after.lower == "due" and len(behind) > 1:
        simple = BE if behind[1].lower in {"on", "by"} else GEN  # the paper's due on Friday
    if simple is not None:
        return tagged_as(token, simple, token.lower)
    if is_name(token, behind, known_names) and not (is_acronym(token, after, before) or is_tie(token, after, before)):
        return tagged_as(token, NAME, token.lower)
    return _common(token, after, before)


def _common(token: Token, after: Token | None, before: list[Tagged]) -> Tagged:
    """A word that is neither a number nor a name."""
    word = token.lower
    if word in _OF_PLACE:
        closed = _by_place(token, after, before)
        if closed is not None:
            return tagged_as(token, closed, w.lemma(word))
    elif word in _CLOSED_WORDS:
        return tagged_as(token, *_CLOSED_WORDS[word])
    elif word in _LEADING_A_DATE and _leads_a_date(after, before):
        return tagged_as(token, PREP, word)
    verb = None if word in w.SEASONS and before and before[-1].lower in _BEFORE_A_SEASON else w.verb_lemma(word)
    if verb is not None and reads_as_verb(token, after, before):
        return tagged_as(token, VERB, verb)
    guessed = guessed_verb(token, before) if word.endswith(("ing", "ed")) else None
    if guessed is not None:
        return tagged_as(token, VERB, guessed)
    if word.endswith("ly") and len(word) > 4 and word not in _NOUNS_IN_LY:
        return tagged_as(token, ADV, word)
    return tagged_as(token, NOUN, w.lemma(word))


_BEFORE_A_SEASON = frozenset("in last this next since until till by during every early late".split())
"""*I switched in spring*, *since last fall*: no act."""
_NOUNS_IN_LY = frozenset(
    """family assembly anomaly monopoly jelly belly lily folly gully butterfly dragonfly firefly potbelly reply
    supply""".split()
)
"""Words that end as adverbs do, and name something."""
_LEADING_A_DATE = frozenset("starting beginning commencing effective".split())
_DATES_BEGIN = (
    w.DAY_NAMES | w.MONTH_NAMES | frozenset("today tomorrow tonight next this in on from as at the immediately".split())
)
_HAS_A_DATE = frozenset({NOUN, NAME, NUM, QUOTE})


def _leads_a_date(after: Token | None, before: list[Tagged]) -> bool:
    """*My gym is Fitworks starting Monday*: a word that leads a date, where another may be what somebody does."""
    if after is None or not before or before[-1].tag not in _HAS_A_DATE:
        return False
    return after.lower in _DATES_BEGIN or after.kind == "number"


def _by_shape(token: Token, before: list[Tagged]) -> str | None:
    if token.kind == "word":
        return NUM if token.lower in NUMBER_WORDS and token.lower != "second" else None
    if token.kind == "quote":
        return QUOTE
    if token.kind in {"number", "money"}:
        return NUM
    if token.kind in {"punct", "other"}:
        return PUNCT
    if token.kind == "url":
        return NAME
    return _clitic(token, before)


def _clitic(token: Token, before: list[Tagged]) -> str:
    if token.lower == "'s":
        previous = before[-1] if before else None
        if previous is not None and previous.tag in PRON_WH_REL:
            return BE
        return GEN
    table = {"'m": BE, "'re": BE, "'ve": HAVE, "'ll": FUTURE, "'d": MODAL, "n't": NEG}
    return table.get(token.lower, PUNCT)


_TO_A_THING = frozenset("allergic intolerant sensitive immune addicted averse".split())
"""Adjectives behind which *to* stands before a thing, though the word may be a verb's."""


def _by_place(token: Token, after: Token | None, before: list[Tagged]) -> str | None:
    word = token.lower
    if word == "to":
        if after is None or after.capital or after.lower in {"last", "next", "second", "back"}:
            return PREP
        to_a_thing = bool(before) and before[-1].lower in _TO_A_THING  # allergic to milk
        return TO if w.verb_lemma(after.lower) == after.lower and not to_a_thing else PREP
    if word == "next":
        led = bool(before) and before[-1].tag in POSS_OR_DET
        return NOUN if led and after is not None and after.lower not in {"to", "door"} else PREP
    if word in {"longer", "more"} and before and before[-1].lower == "no":
        return ADV
    if word == "no" and after is not None and after.lower == "longer":
        return NEG
    if word == "like" and len(before) > 1 and before[-1].tag == PRON and before[-2].tag == NOUN:
        return VERB  # that singer I like
    if word == "her":
        nominal = after is not None and after.kind == "word" and after.lower not in _JOINING
        return POSS if nominal else PRON
    return _pointing(token, after, before) or _CLASSES.get(word)


_CLASSES: dict[str, str] = {
    word: name
    for name, words in (
        (ADV, w.ADVERBS), (PREP, w.PREPOSITIONS), (CONJ, w.CONJUNCTIONS), (DET, w.DETERMINERS),
        (PRON, _PERSONAL | {"you"} | w.OBJECT_PRONOUNS), (POSS, w.POSSESSIVES), (FUTURE, w.MODALS_FUTURE),
        (MODAL, w.MODALS_UNREAL), (DO, w.DO), (HAVE, w.HAVE), (BE, w.BE), (NEG, w.NEGATIONS),
        (DET, {"no"}), (PREP, {"without"}),
    )
    for word in words
}  # fmt: skip
"""The words of the closed classes; a word of several is of the class that stands last here."""
_CLOSED_WORDS = {word: (name, w.lemma(word)) for word, name in _CLASSES.items()}
"""The same with their lemmas."""
_RELATING = frozenset("that which who where when what how why whom".split())
_OF_PLACE = _RELATING | frozenset(
    "to longer more no her like this these those there half home right straight way most next".split()
)
"""Words whose class their neighbours decide."""
_ALWAYS_CLOSED = {word for word in _CLOSED_WORDS.keys() - _OF_PLACE - _NUMBERS if word.isalpha()}
_AS_WRITTEN = {word: _CLOSED_WORDS[word] for word in _ALWAYS_CLOSED} | {"I": _CLOSED_WORDS["i"]}
"""What words of the closed classes are wherever they stand, by how they are written inside a sentence."""


def _is_of_a_noun(before: list[Tagged]) -> bool:
    """*Our contact there is …*: what says where somebody's something is, and opens no clause."""
    nouns = next((i for i, x in enumerate(reversed(before)) if x.tag not in {NOUN, NAME}), len(before))
    return nouns > 0 and len(before) > nouns and before[-nouns - 1].tag == POSS


def _pointing(token: Token, after: Token | None, before: list[Tagged]) -> str | None:
    word = token.lower
    if word in _RELATING:
        opens = not before or before[-1].tag in PUNCT_OR_CONJ
        if word == "that" and (opens or before[-1].tag in PREP_OR_VERB) and after is not None:
            return PRON if after.lower in w.BE or after.kind == "clitic" else DET
        return WH if opens and word != "that" else REL
    if word in {"this", "these", "those"}:
        nominal = after is not None and after.kind == "word" and after.lower not in _HELPERS_AND_PREPOSITIONS
        return DET if nominal else PRON
    if word == "there":
        is_so = after is not None and (after.lower in w.BE or after.kind == "clitic")
        return PRON if is_so and not _is_of_a_noun(before) else ADV
    if word == "half" and after is not None and (after.lower in {"past"} or after.lower in NUMBER_WORDS):
        return NOUN
    if word == "home" and before and before[-1].tag in POSS_OR_DET:
        return NOUN
    return _before_its_own(word, after, before)


_BELONGING = {
    "right": frozenset("now away here there after before when as around next".split()),
    "straight": frozenset("after from".split()),
    "way": frozenset("after before back".split()),
}
_TIMES_OF_DAYS = frozenset("days mornings afternoons evenings nights weekends weeks months years".split())


def _before_its_own(word: str, after: Token | None, before: list[Tagged]) -> str | None:
    """*Right now*, *way before*, *most days*: a word that belongs to the next one, where no phrase has opened."""
    if after is None or (before and before[-1].tag in POSS_OR_DET):
        return None
    if word in _BELONGING:
        return ADV if after.lower in _BELONGING[word] else None
    return DET if word == "most" and after.lower in _TIMES_OF_DAYS else None
