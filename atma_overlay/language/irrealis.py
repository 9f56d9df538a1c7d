"""Stretches of a sentence that tell what nearly was, would be, or is only said by others: nothing there is a fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import re2

from atma_overlay.language import tagging as t
from atma_overlay.language import words as w
from atma_overlay.language.clauses import Clause
from atma_overlay.language.scene import STARTS
from atma_overlay.language.times import TimeSpan
from atma_overlay.language.turn import ReadSentence

Span = tuple[int, int]

_APPROXIMATORS = frozenset("almost nearly".split())
_UNDONE = re2.compile(
    r"\b(?:(?:was|were|am|are|is|'m|'re|been) (?:just |only |all )?(?:about|close|near|set|supposed|meant|due|tempted"
    r"|ready|willing|inclined) to (?P<act>\w+)\b"
    r"|(?:c[ao]me|coming|got|was|were|been|'m|am|are) (?:\w+ ){0,2}close to \w+ing\b"
    r"|on the (?:verge|brink|point|edge|cusp) of\b"
    r"|half a mind to\b|all set to\b|talked out of\b|toy(?:ed|ing) with\b"
    r"|(?:had|'d) (?:\w+ )?(?:planned|wanted|hoped|meant|intended|wished) to\b"
    r"|(?:would|could|should|might|must|'d) (?:\w+ )?have \w+(?:ed|en|ne|ght|un|de|ld|ft|nt|pt|st|ut|it|me|lt)\b"
    r"|decid(?:ed|ing) (?:not to\b|against\b)"
    r"|(?:refuse|decline)[sd]? (?:to\b|the\b|an?\b)|(?:turn|pass)(?:ed|ing) down\b|turned (?:\w+ ){1,3}down\b"
    r"|couldn't bring (?:myself|ourselves) to\b|chickened out of\b|backed out of\b|opted out of\b"
    r"|(?:never|not|n't) (?:\w+ )?(?:got|gotten|get) (?:round|around) to\b"
    r"|(?:i|we) (?:only |just |sometimes |often |still |really |so )?wish(?:ed)?\b|if only\b"
    r"|over my dead body\b|(?:i'd|we'd|would|'d) (?:sooner|rather)\b)"
)
"""What is told behind these did not come to be."""
_AHEAD = re2.compile(
    r"\bthe (?:very )?(?:day|moment|minute|second|hour|week|month|year|time) (?:that )?(?:i|we)"
    r"(?:'m|'re| am| are| [a-z]+)\b"
)
"""*The day I move to …*: a time to come, unless it is told in the past."""
_BELIEF = frozenset("think believe assume reckon suspect imagine guess suppose presume figure wonder doubt".split())
_HEARSAY = frozenset("say claim insist suggest hint hear read gossip joke".split())
_WHO_KNOWS = frozenset(
    """doctor gp dentist vet nurse optician consultant specialist surgeon midwife pharmacist physio therapist test scan
    result x-ray biopsy contract lease landlord hr payroll""".split()
)
"""Whose word on it counts as the speaker's own."""
_RUMOUR = re2.compile(r"\b(?:rumou?r has it|(?:the |a )?rumou?r (?:is|was|goes|says)|word (?:is|has it)|apparently)\b")
_BY_EAR = frozenset("hear read".split())
_OCCASIONS = (
    "conference|meeting|weekend|holiday|vacation|wedding|trip|visit|appointment|interview|funeral|concert|festival|match"
    "|party|dinner|lunch|break|walk|run|while|bit|moment|night|day|week|month|smoke|coffee|event|workshop|retreat|tour"
    "|race|game|show|hike|errand|emergency|business|work|school"
)
_STEPPED_OUT = re2.compile(
    r"\b(?:leave|leaving|left) (?:[^,.;:!?]{1,60}? )?"
    rf"(?:early|late|on time|in a (?:hurry|rush)|at (?:\d[\d:.]*|noon|midnight|dawn|lunchtime|half past|quarter)"
    r"|this (?:morning|afternoon|evening)|tonight|last night|before (?:dawn|lunch|noon|dinner)"
    r"|after (?:lunch|dinner|work)"
    rf"|for (?:(?:a|an|the|my|our|some|another) )?(?:[\w-]+ )?(?:{_OCCASIONS}))\b"
)
"""Who leaves early, or for a wedding, comes back."""
_SHARES = frozenset({"and", "or"})


def unreal(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that tell of what did not come to be or only might.

    *I almost moved to York*, *I was about to leave Norvane when …*, *living in York would suit me*.

    Args:
        sentence: as read.
    """
    return [
        *_undone(sentence),
        *_weighed(sentence),
        *_stepped_out(sentence),
        *_fallen(sentence),
        *_reported(sentence, _BELIEF),
    ]


def hearsay(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that somebody else says, thinks or has heard.

    *My mum thinks I moved to York*, *LinkedIn says I work at …*, *rumour has it that …*.

    Args:
        sentence: as read.
    """
    start, end = sentence.sentence.start, sentence.sentence.end
    rumours = [(start + m.start(), end) for m in _RUMOUR.finditer(_lowered(sentence))]
    return [*rumours, *_reported(sentence, _HEARSAY)]


def _lowered(sentence: ReadSentence) -> str:
    return sentence.text.lower().replace("’", "'")


def _reported(sentence: ReadSentence, verbs: frozenset[str]) -> Iterator[Span]:
    """What hangs on a verb of saying or believing whose subject is not the speaker; *I heard that* is no better."""
    for clause in sentence.clauses:
        subject = clause.subject
        if clause.verb not in verbs or subject is None or subject.pronoun == "you":
            continue
        if subject.pronoun in {"i", "we"} and clause.verb not in _BY_EAR:
            continue
        if subject.pronoun is None and subject.head_lemma in _WHO_KNOWS:
            continue
        if _reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


def _reports(clause: Clause, sentence: ReadSentence) -> bool:
    """Whether another clause hangs on a verb of saying: right behind it, or behind *that* or whom it was told."""
    following = next((c for c in sentence.clauses if c.verb_start >= clause.verb_end), None)
    if following is None or following.mood == "infinitive":
        return False
    begins = following.subject.start if following.subject is not None else following.verb_start
    between = [x.lower for x in clause.tokens[clause.verb_end : begins]]
    return len(between) <= 3 and not {",", ".", ";", "and", "but", "so"} & set(between)


def _undone(sentence: ReadSentence) -> Iterator[Span]:
    tokens = sentence.tokens
    for i, token in enumerate(tokens[:-1]):
        if token.lower in _APPROXIMATORS and _leads_verb(tokens, i):
            yield token.token.start, _end_of_clause(sentence, i + 1)
    lowered = _lowered(sentence)
    for match in _UNDONE.finditer(lowered):
        if match.group("act") and w.verb_lemma(match.group("act")) is None:
            continue  # set to 112 cm
        start = sentence.sentence.start + match.start()
        yield start, _end_of_clause(sentence, _token_at(sentence, sentence.sentence.start + match.end() - 1))
    for match in _AHEAD.finditer(lowered):
        at = _token_at(sentence, sentence.sentence.start + match.end() - 1)
        clause = next((c for c in sentence.clauses if c.verb_end > at), None)
        if clause is not None and clause.tense == "present":
            yield sentence.sentence.start + match.start(), _end_of_clause(sentence, at)


def _stepped_out(sentence: ReadSentence) -> Iterator[Span]:
    """*I left Norvane early today*, *leaving Leeds for a wedding*: no parting."""
    for match in _STEPPED_OUT.finditer(_lowered(sentence)):
        start = sentence.sentence.start + match.start()
        at = _token_at(sentence, start)
        clause = next((c for c in sentence.clauses if c.verb_start <= at < c.verb_end), None)
        if clause is None or (clause.subject is not None and clause.subject.pronoun in {None, "it"}):
            continue  # my flight leaves at 9:15
        yield start, max(_end_of_clause(sentence, _token_at(sentence, start)), sentence.sentence.start + match.end())


_DROPPED = re2.compile(
    r"\bdropp(?:ed|ing) (?:[\w'-]+ ){1,4}?(?:(?P<where>in|into|on|onto|down|behind|under) (?P<what>[\w'-]+))"
)


def _fallen(sentence: ReadSentence) -> Iterator[Span]:
    """*Dropped my phone in the sink*: it fell, and is still had."""
    for match in _DROPPED.finditer(_lowered(sentence)):
        replaced = any(c.verb in {"buy", "get", "order", "replace"} and c.done for c in sentence.clauses)
        if match.group("what") not in {"favour", "favor", "order", "exchange", "return"} and not replaced:
            start = sentence.sentence.start + match.start()
            yield start, sentence.sentence.start + match.end()


def of_others(sentence: ReadSentence) -> list[Span]:
    """The clauses, as offsets into the text, that tell of whom a noun before them names: *a guy who works at …*.

    Args:
        sentence: as read.
    """
    found = []
    for clause in sentence.clauses:
        subject = clause.subject
        first = subject is not None and subject.pronoun in {"i", "we"}
        if clause.intro in {"who", "whose"} and not first and not clause.asked and clause.verb_start > 1:
            at = clause.tokens[clause.verb_start].token.start
            found.append((at, _end_of_clause(sentence, clause.verb_start)))
    return found


def announced(sentence: ReadSentence, at: datetime, times: Sequence[TimeSpan]) -> list[Span]:
    """The clauses, as offsets into the text, that tell what is to happen at a named time: *I'm moving to … next month*.

    Args:
        sentence: as read.
        at: when it was said.
        times: the time expressions of the sentence.
    """
    ahead = [s for s in times if s.start > at]
    if not ahead:
        return []
    found = []
    for clause in sentence.clauses:
        starts = clause.verb in STARTS | _ENDING | {"move", "become"} and not clause.progressive
        if clause.tense != "present" or clause.mood != "actual" or not (clause.progressive or starts):
            continue
        start, end = clause.tokens[clause.start].token.start, _end_of_clause(sentence, clause.verb_start)
        if any(start <= s.span[0] < end or s.span[1] <= start for s in ahead):
            found.append((start, end))
    return found


def _leads_verb(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    """*almost moved*, not *almost always works* nor *almost 40*."""
    following = tokens[i + 1]
    return following.tag == t.VERB or (
        following.tag in t.AUXILIARY and i + 2 < len(tokens) and tokens[i + 2].tag == t.VERB
    )


def _token_at(sentence: ReadSentence, offset: int) -> int:
    return next((i for i, x in enumerate(sentence.tokens) if x.token.end > offset), len(sentence.tokens) - 1)


def _end_of_clause(sentence: ReadSentence, i: int) -> int:
    """Where the clause of a token ends, with what hangs on its verb: infinitives, gerunds, a verb behind *and*."""
    if not sentence.clauses:
        return sentence.sentence.end
    own = max((n for n, c in enumerate(sentence.clauses) if c.verb_start <= i), default=0)
    for clause in sentence.clauses[own + 1 :]:
        if clause.mood == "infinitive" or _gerund(clause) or (clause.inherited_subject and clause.intro in _SHARES):
            continue
        if clause.subject is None and clause.intro in _SHARES:
            continue
        opens = clause.tokens[clause.start].token.start
        return max(opens, clause.tokens[i].token.end)
    return sentence.sentence.end


def _gerund(clause: Clause) -> bool:
    first = clause.tokens[clause.verb_start]
    return first.tag == t.VERB and first.lower.endswith("ing")


def _weighed(sentence: ReadSentence) -> Iterator[Span]:
    """*Living in York would suit me*, *to work at Google would be a dream*: an act that is only spoken of."""
    clauses = sentence.clauses
    for n, clause in enumerate(clauses[:-1]):
        opening = sentence.tokens[clause.verb_start]
        spoken_of = _gerund(clause) or (clause.mood == "infinitive" and opening.tag == t.TO)
        if not spoken_of or not _opens(sentence, clause):
            continue
        main = next((c for c in clauses[n + 1 :] if c.mood != "infinitive" and not _gerund(c)), None)
        if main is None or not _predicates(sentence, clause, main):
            continue
        if not _happened(clause, main):
            yield opening.token.start, main.tokens[main.verb_start].token.start


_ENDING = frozenset("leave quit sell drop cancel lose end stop resign ditch dump buy get".split())
_JUDGED = frozenset("thing decision mistake move idea call choice relief shock step wrench change".split())
_WROUGHT = frozenset("take cost pay save make help do feel turn give bring teach".split())


def _happened(act: Clause, main: Clause) -> bool:
    """*Leaving Norvane was the best decision*, *working here has taught me*: what is looked back on was done."""
    if main.mood != "actual" or main.negated:
        return False
    thing = main.bare()
    judged = main.verb in _WROUGHT or (main.verb == "be" and thing is not None and thing.head_lemma in _JUDGED)
    return main.tense == "perfect" or (main.tense == "past" and act.verb in STARTS | _ENDING and judged)


def _opens(sentence: ReadSentence, clause: Clause) -> bool:
    """Whether only a conjunction, an adverb or a comma stands between a verb and what opens the sentence."""
    before = sentence.tokens[: clause.verb_start]
    for token in reversed(before):
        if token.tag == t.PUNCT:
            return True
        if token.tag not in {t.CONJ, t.ADV, t.NEG} and token.lower not in {"so", "well", "but", "and", "not"}:
            return False
    return True


def _predicates(sentence: ReadSentence, act: Clause, main: Clause) -> bool:
    """Whether a finite verb is said of the act before it: no comma, and no subject of its own, stands between."""
    between = sentence.tokens[act.verb_end : main.verb_start]
    if any(x.tag == t.PUNCT or x.lower in w.SUBJECT_PRONOUNS - {"it"} for x in between):
        return False
    return main.intro is None or main.intro in {"and", "or"}
