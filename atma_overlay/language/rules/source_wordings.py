"""How it is told what a value comes from: *my employer supplies it*, *through my gym*, *made for this sofa*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.phrases import Phrase, read_phrase
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.value_phrases import DULL_HEADS

_ENDING_A_PHRASE = frozenset({t.PUNCT, t.CONJ, t.PREP, t.ADV, t.WH})

SOURCE_GATE = Sign(
    r"\b(?:through|via|courtesy|thanks to|belong(?:s|ing)?|c[oa]mes? with|included|part of|catalogue|decree"
    r"|orders?|suppl(?:y|ies|ied)|provid(?:e|es|ed)|own(?:s|ed)?|pays?|paid|rent(?:s|ed)|assign(?:s|ed)"
    r"|allot(?:s|ted)|appoint(?:s|ed)|issu(?:e|es|ed)|g[ai]ve[sn]?|hands?|covers?|bundles?|bundled|prescribes?"
    r"|insists?|accepts?|allows?|lets|leases?|leased|contract|works? with|teaches|runs|forces?|imposes?|dictates?"
    r"|recommends?|subsidi[sz]es|funds|reserves|keeps|lends|serves|sends|uses|requires?|demands?|mandates?"
    r"|sponsors?|fits?|made|cut|built|tailored|sized|moulded|each|every|caretaker|head|employed?|employs|for our"
    r"|he's|she's|they're|supports?|licen[sc]es|hosts|loans|throws|gets|offers|writes|picks|scheme|plan|account"
    r"|expenses?)\b"
    r"|['’]s? (?:\w+ )?(?:catalog|list|requests?|behest|range|menu|network|panel|programme?|policy|rules|instructions"
    r"|recommendation|budget|bill|tab|roster|directory|portal|curriculum|syllabus|insistence|brochure|booklet|leaflet"
    r"|stock|inventory|timetable)\b"
)
"""Without one of these words a sentence tells no source."""

_GIVING = frozenset(
    """supply provide assign allot appoint issue give hand cover bundle prescribe accept allow let own rent lease lend
    loan offer sponsor require demand mandate impose force dictate recommend employ license run support insist
    pay serve send use host contract throw include subsidise subsidize fund reserve keep teach""".split()
)
"""What a source does with what comes from it."""
_FORMS = {
    form: verb
    for verb in _GIVING
    for form in (verb, f"{verb}s", f"{verb}es", f"{verb}ed", f"{verb}d", f"{verb}{verb[-1]}ed", f"{verb[:-1]}ied")
}
"""Their regular forms, for verbs that the list of common ones does not have (*allot*)."""
_PAST_TOO = frozenset("supply provide assign allot appoint issue allocate bundle prescribe loan lend".split())
"""Told in the past they still hold: *the one that the harbour office gave us*."""
_GIVEN = frozenset("give hand".split())
"""In the past these are presents, but for what an institution gives."""
_LINKS = frozenset({"in", "on", "out", "for", "with", "of", "to", "from", "over", "off", "upon"})
_TAKERS = frozenset({"me", "us", "you", "him", "her", "them", "everyone", "everybody"})
_THEM = frozenset({"it", "them", "him", "her", "one", "this", "that"})
_RELATIVE = frozenset({"that", "which", "whom", "who", "what", "one"})
_CAUSES = frozenset({"since", "because", "as", "so", ",", ";", ":", "-", "–", "—", "and", ".", "for"})
_BEHIND: tuple[tuple[str, ...], ...] = (
    ("courtesy", "of"), ("thanks", "to"), ("through",), ("via",), ("comes", "with"), ("came", "with"), ("come", "with"),
    ("belongs", "to"), ("belong", "to"), ("belonging", "to"), ("included", "in"), ("includes", "in"), ("part", "of"),
    ("provided", "by"), ("supplied", "by"), ("issued", "by"), ("assigned", "by"), ("appointed", "by"), ("owned", "by"),
    ("employed", "by"), ("paid", "by"), ("paid", "for", "by"), ("covered", "by"), ("prescribed", "by"), ("run", "by"),
    ("allotted", "by"), ("allocated", "by"), ("sponsored", "by"), ("required", "by"), ("mandated", "by"),
    ("chosen", "by"), ("picked", "by"), ("leased", "by"), ("rented", "by"), ("lent", "by"), ("on", "loan", "from"),
    ("bundled", "with"), ("bundled", "in", "with"), ("thrown", "in", "by"), ("set", "by"),
)  # fmt: skip
"""Words behind which the source itself stands."""
_BEHIND_AT = {run[0]: tuple(r for r in _BEHIND if r[0] == run[0]) for run in _BEHIND}
_LOOSE = frozenset({("through",), ("via",), ("thanks", "to"), ("part", "of")})
"""What as often tells a way, a reason or a whole: an institution of the speaker's has to stand behind it."""
_OWNED_BEHIND = frozenset("from by under on through via in at".split())
HOLDINGS = frozenset(
    """catalogue catalog list decree order orders request behest contract account plan scheme range menu network panel
    programme program policy rules recommendation instructions budget expense expenses bill tab roster
    directory portal store shop curriculum syllabus insistence brochure booklet leaflet stock inventory
    timetable""".split()
)
"""What a source keeps, by which something is had: *that's from our printer's list*, *on her orders*."""
MEMBERSHIPS = frozenset(
    "membership contract subscription plan policy lease rent tenancy package tuition fees fee".split()
)
"""Ties to a source, which go when it goes: *my gym membership* is the gym's."""
_FITTING = frozenset("made cut built tailored sized moulded molded shaped sewn printed machined designed".split())
_POSTS = frozenset(
    """caretaker head manager owner porter janitor warden secretary nurse matron receptionist concierge chair chairman
    chairwoman treasurer director keeper landlord steward lead one contact person guard superintendent
    doorman""".split()
)
_INSTITUTIONS = frozenset(
    """employer company firm landlord landlady agency isp provider carrier insurer bank school university college club
    gym office department council clinic hospital hotel platform host supplier vendor building lab faculty union team
    church library surgery practice shop dealer garage network association federation management""".split()
)
"""What hands things out to its people."""
NO_SOURCES = w.KIN | w.PETS | w.TIME_NOUNS | DULL_HEADS | frozenset(
    """family friend friends world weather road way sun idea picture film book story song game match internet news
    web mail email door street process event test part""".split()
)  # fmt: skip
"""What nothing of this kind comes from, however it is told."""


def told_at(tokens: Sequence[t.Tagged], i: int) -> tuple[Phrase, int, bool] | None:
    """A source at a token: its phrase, where its wording begins, and whether that points back with a pronoun."""
    return _supplier(tokens, i) or _behind(tokens, i) or _holding(tokens, i) or _made_for(tokens, i) or _post(tokens, i)


def _supplier(tokens: Sequence[t.Tagged], i: int) -> tuple[Phrase, int, bool] | None:
    """*… my employer supplies*, *since my employer pays for it*, *each branch has its own*."""
    phrase = _thing(tokens, i)
    phrase = _up_to_verb(phrase, _GIVING) if phrase is not None else None
    if phrase is None:
        return None
    at = phrase.end
    while at < len(tokens) and (tokens[at].tag == t.ADV or tokens[at].tag == t.HAVE) and _verbal(tokens, at + 1):
        at += 1
    if at >= len(tokens):
        return None
    lemma = _verb(tokens[at].lower)
    if phrase.determiner in {"each", "every"}:
        own = any(x.lower in {"own", "one"} for x in tokens[at + 1 : at + 8])
        verb = lemma is not None or tokens[at].tag in t.VERB_OR_HAVE
        return (phrase, i, True) if own and verb else None
    contract = tokens[at].tag == t.HAVE and [x.lower for x in tokens[at + 1 : at + 4]][-2:] in (
        ["contract", "with"], ["deal", "with"], ["agreement", "with"],
    )  # fmt: skip
    works = lemma == "work" and at + 1 < len(tokens) and tokens[at + 1].lower == "with"
    if not contract and not works and (lemma not in _GIVING or not _lasting(tokens[at], lemma, phrase)):
        return None
    after = at + (4 if contract else 1)
    while after < len(tokens) and tokens[after].lower in _LINKS | _TAKERS - _THEM and tokens[after].tag != t.TO:
        after += 1
    following = tokens[after] if after < len(tokens) else None
    before = tokens[i - 1] if i else None
    pronoun = following is not None and following.lower in _THEM
    named = phrase.is_name and phrase.owner is None and phrase.determiner is None
    opens = (before is None or before.lower in _CAUSES) if not named else _reasons(before)
    if pronoun and opens:
        return phrase, i, True
    led = before is not None and (
        before.lower in _RELATIVE or (before.tag in t.NOUN_NAME_NUM and before.lower not in w.TIME_NOUNS)
    )
    gap = following is None or following.tag in _ENDING_A_PHRASE or following.lower in _TAKERS
    return (phrase, i - 1, False) if led and gap else None


def _reasons(before: t.Tagged | None) -> bool:
    """*Since Halden includes them*; behind a mere comma somebody with a name only does something."""
    return before is not None and before.lower in {"since", "because", "as"}


def _up_to_verb(phrase: Phrase, verbs: frozenset[str]) -> Phrase:
    """*Our conductor prescribes*: a verb that reads as one more noun ends the phrase."""
    tokens = phrase.tokens
    for at in range(phrase.core + 1, phrase.end):
        lemma = _verb(tokens[at].lower)
        if lemma in verbs and tokens[at].lower != lemma and tokens[at - 1].tag in t.NAME_OR_NOUN:
            return replace(phrase, end=at, head=at - 1, of=None)
    return phrase


def _verb(word: str) -> str | None:
    return w.verb_lemma(word) or _FORMS.get(word)


def _verbal(tokens: Sequence[t.Tagged], i: int) -> bool:
    return i < len(tokens) and _verb(tokens[i].lower) is not None


def _lasting(token: t.Tagged, lemma: str, phrase: Phrase) -> bool:
    """Whether the verb tells what still holds: in the present, or in the past where handing out lasts."""
    if token.lower in {lemma, f"{lemma}s", f"{lemma}es", f"{lemma[:-1]}ies"}:
        return True
    institution = phrase.head_lemma in _INSTITUTIONS
    return lemma in _PAST_TOO or (lemma in _GIVEN and institution)


def _behind(tokens: Sequence[t.Tagged], i: int) -> tuple[Phrase, int, bool] | None:
    """*it comes with the flat*, *included in my gym membership*, *through my employer*."""
    run = next(
        (r for r in _BEHIND_AT.get(tokens[i].lower, ()) if tuple(x.lower for x in tokens[i : i + len(r)]) == r), None
    )
    phrase = _thing(tokens, i + len(run)) if run is not None and i else None
    if phrase is None or run is None or phrase.determiner in {"each", "every"}:
        return None
    if run in _LOOSE and not (phrase.owner in {"my", "our"} and _institution(phrase)):
        return None
    if run == ("part", "of") and tokens[i - 1].lower not in w.BE | {",", "as"}:
        return None
    if any(x.lower in {"what", "what's", "how", "whether", "why"} for x in tokens[max(0, i - 5) : i]):
        return None
    return phrase, i, True


def _institution(phrase: Phrase) -> bool:
    """*My employer*, *our health insurer*, *my gym membership*: what hands things out, or the tie to it."""
    return phrase.head_lemma in _INSTITUTIONS | MEMBERSHIPS


def _holding(tokens: Sequence[t.Tagged], i: int) -> tuple[Phrase, int, bool] | None:
    """*from our supplier's catalogue*, *by Ottoline's decree*: whose it is is the source."""
    if i < 2 or tokens[i - 1].lower not in _OWNED_BEHIND | {"of"}:
        return None
    phrase = read_phrase(tokens, i)
    if phrase is None or phrase.owner is None or phrase.owner in w.POSSESSIVES or phrase.head_lemma not in HOLDINGS:
        return None
    return phrase, i - 1, True


def _made_for(tokens: Sequence[t.Tagged], i: int) -> tuple[Phrase, int, bool] | None:
    """*sewn for the size of this sofa*, *made to measure for …*, *it only fits this very car*."""
    if tokens[i].lower in {"fits", "fit"} and i and tokens[i - 1].tag != t.MODAL:
        only = any(x.lower == "only" for x in tokens[max(0, i - 2) : i + 3])
        at = i + 2 if i + 1 < len(tokens) and tokens[i + 1].lower in {"only", "just", "exactly"} else i + 1
        phrase = _thing(tokens, at)
        return (phrase, i, True) if only and phrase is not None else None
    if tokens[i].lower not in _FITTING or i == 0:
        return None
    to = next((j for j in range(i + 1, min(i + 5, len(tokens))) if tokens[j].lower == "for"), None)
    phrase = _thing(tokens, to + 1, definite={"the", "this", "that"}) if to is not None else None
    if phrase is not None and phrase.head_lemma in {"shape", "size", "measure", "contour"} and phrase.of is not None:
        phrase = phrase.of
    return (phrase, i, True) if phrase is not None else None


def _post(tokens: Sequence[t.Tagged], i: int) -> tuple[Phrase, int, bool] | None:
    """*he's the porter of that hall*, *she's the one for our floor*."""
    if tokens[i].lower not in {"he", "she", "they"} or i + 4 >= len(tokens) or tokens[i + 1].lower not in w.BE:
        return None
    if tokens[i + 2].lower not in {"the", "a"}:
        return None
    at = i + 3
    while at < min(i + 6, len(tokens) - 2) and tokens[at].lemma not in _POSTS:
        at += 1
    if tokens[at].lemma not in _POSTS or tokens[at + 1].lower not in {"of", "for", "at", "in"}:
        return None
    phrase = _thing(tokens, at + 2, definite={"the", "this", "that"})
    return (phrase, i, True) if phrase is not None else None


def _thing(tokens: Sequence[t.Tagged], i: int, *, definite: set[str] | None = None) -> Phrase | None:
    """A phrase that can be a source: the speaker's, a definite one, one of each, or a name."""
    if i >= len(tokens) or tokens[i].tag == t.PRON:
        return None
    if i and tokens[i - 1].tag in t.POSS_OR_DET:
        return None
    phrase = read_phrase(tokens, i)
    if phrase is None or phrase.pronoun is not None or phrase.head_lemma in NO_SOURCES:
        return None
    known = definite or {"the", "this", "each", "every"}
    held = phrase.owner in {"my", "our"} or phrase.determiner in known
    owned = phrase.owner is not None and phrase.owner not in w.POSSESSIVES and phrase.determiner in known
    named = phrase.is_name and phrase.owner is None and phrase.determiner is None and i > 0
    if named and (kinds.kind_of(phrase)[0] not in kinds.NAMED or tokens[i - 1].tag in t.NAME_OR_NOUN):
        return None
    return phrase if held or owned or named else None
