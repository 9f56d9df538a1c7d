"""Whom and what the speaker has lost: deaths, dismissals, those who left, and what is said to be had no longer."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.candidates import BY_LOSS, Candidate
from atma_overlay.language.endings.partings import NOT_TOLD, retired
from atma_overlay.language.endings.untied import SIGNS, untied
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.signs import Sign
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.grammar.words import verb_lemma
from atma_overlay.language.scene import Scene
from atma_overlay.language.turn import subject_of

_LOSING = frozenset("lose bury cremate rehome mourn".split())
_NO_LONGER = re2.compile(r"\b(?:no longer|not .{0,12}any ?more,?|no more) (?:an? |the |on )?([\p{L}-]+)")
_DISMISSED = re2.compile(
    r"^(?:So |And |But |Well, )?(\p{Lu}[\p{L}'’&-]*(?: (?:\p{Lu}[\p{L}'’&-]*|&|and|of))*) "
    r"(?:has |have |had |just )*(?:let me go|laid me off|made me redundant|fired me|sacked me|dismissed me)\b"
)
"""*Corvell let me go*: who employed the speaker until then."""
_DISMISSED_BY_THEM = re2.compile(
    r"\b[Tt]hey (?:let me go|laid me off|fired me|sacked me|made me redundant) (?:at|from) "
    r"(\p{Lu}[\p{L}'’&-]*(?: \p{Lu}[\p{L}'’&-]*)*)"
)
"""*They let me go at Corvell*."""
_GONE_FROM_WORK = re2.compile(
    r"^(?:So |And |But |Well, )?(\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)*)(?:['’]s)? "
    r"(?:has |just |recently |finally )*(?:quit|(?:quit|left) (?:us|(?:the|our) "
    r"(?:company|firm|practice|department|clinic|office))"
    r"|(?:was |got |been )(?:fired|sacked|let go|laid off|made redundant|dismissed)"
    r"|(?:no longer works|doesn['’]t work) (?:here|there|for us|with us)(?: any ?more)?)"
    r"(?: (?:last|yesterday|today|this (?:week|month|year|morning)|(?:in|on) (?:the (?:spring|summer|autumn"
    r"|winter)|\p{Lu}\p{L}+|\d+)|(?:two|three|four|a few|a) (?:days?|weeks?|months?|years?) ago)(?: \p{L}+)?)?[.!]*$"
)
"""*Benny quit*, *Ames has left the practice*, *Rosa was let go last week*: whose work with the speaker is over."""
_SURELY_GONE = re2.compile(r"\b(?:works?|left (?:the|our))\b")
"""*Priya was laid off* may be by somebody else, and who quit something names it at times a sentence before."""
_FUNERAL = re2.compile(r"\b(\p{Lu}[\p{L}-]+)(?:['’]s)? (?:funeral|wake|ashes|grave|headstone|burial)\b")
_PUT_DOWN = re2.compile(
    r"\b[Hh]ad to (?:have )?(?:put (\p{Lu}[\p{L}-]+) (?:down|to sleep)|say (?:goodbye|farewell) to (\p{Lu}[\p{L}-]+))"
    r"(?:$|[.,;!]| (?:on|last|yesterday|today|this|in|and|after|at the vet|I|we)\b)"
)
"""*We had to put Rufus down*; a child that is put down for a nap is not meant."""
_PASSED = re2.compile(
    r"\b(\p{Lu}[\p{L}-]+) (?:sadly |just |finally |unfortunately )*(?:crossed the rainbow bridge|(?:didn['’]t make it"
    r"|did not make it|is no longer with us|isn['’]t with us any ?more)(?:$|[.,;!]))"
)
"""*Biscuit didn't make it*."""
_LAST_DAY = re2.compile(
    r"(?:[Tt]oday(?:['’]s| is| was)|\bwas|\bhad) my (?:very )?(?:last|final) day (?:at|with|working (?:at|for)) "
    r"(\p{Lu}[\p{L}'’&-]*(?: \p{Lu}[\p{L}'’&-]*)*)"
)
"""*Today was my last day at Corvell*."""
_LAST_DAY_WAS = re2.compile(
    r"\b[Mm]y (?:very )?(?:last|final) day (?:at|with|working (?:at|for)) "
    r"(\p{Lu}[\p{L}'’&-]*(?: \p{Lu}[\p{L}'’&-]*)*) was "
    r"(?:(?:back )?(?:in|on) |the |last |this |yesterday|today|two |three |a (?:week|month) |\p{Lu}\p{L}*day\b|\d)"
)
"""*My last day at Corvell was Friday*; one that was *supposed to be* Friday is none."""
_LAST_DAY_IS = re2.compile(
    r"\b[Mm]y (?:very )?(?:last|final) day (?:at|with|working (?:at|for)) "
    r"(\p{Lu}[\p{L}'’&-]*(?: \p{Lu}[\p{L}'’&-]*)*) (?:is|will be|is going to be) "
    r"(?:in |on |the |this |next |tomorrow|\p{Lu}\p{L}*day\b|\d|\p{Lu}\p{L}+ \d)"
)
"""*My last day at Corvell is 31 August*: it is over then, if nothing comes between."""
_LET_LAPSE = re2.compile(
    r"\b(?:I|i|[Ww]e)(?:['’]ve| have| just| finally| simply)* let "
    r"((?:my |our |the )?(?:[\p{L}'’.&-]+ ){0,4}?[\p{L}'’.&-]+) (?:lapse|expire|run out)"
    r"(?:$|[.,;!)]| (?:in|on|last|this|when|because|as|and|but|after|since|at|for)\b)"
)
"""*I let my Economist subscription lapse in August*."""
_LET_GO = re2.compile(
    r"\b(?:I|i|[Ww]e)(?:['’]ve| have| had to| just| finally)* let (\p{Lu}[\p{L}'’-]+) go"
    r"(?:$|[.,;!]| (?:in|last|this month|this week|because|after|as part of)\b)"
)
"""*We let Rosa go last month*; who is let go home, or at five, comes back."""
_NOT_ANY_MORE = re2.compile(
    r"(?:\band|\bbut|,) (?:I(?:['’]m| am) )?not (?:an? |the |at |in |with )?"
    r"((?:[\p{L}'’&-]+ ){0,3}?[\p{L}'’&-]+) any ?more\b"
)
"""*I'm head of delivery now and not a project manager any more*."""
_TOLD_LOSS = Sign(
    "let me go|laid me off|made me redundant|fired me|sacked me|dismissed me",
    "funeral|wake|ashes|grave|headstone|burial",
    "no longer|any ?more|no more",
    r"\b(?:quit|left (?:us|the|our))\b|\b(?:was|got|been) (?:fired|sacked|let go|laid off|made redundant|dismissed)",
    "(?:last|final) day (?:at|with|working)",
    "had to (?:have put|put|say|have)|make it|rainbow bridge|with us",
    r"let (?:[\p{L}'’.&-]+ ){1,6}(?:lapse|expire|run|go)",
    *SIGNS,
)
"""One of these words stands in each of the nine, and in what is untied."""


def losses(scene: Scene) -> Iterator[Candidate]:
    """*We lost Mog last week*, *Emil's funeral*, *so no longer vegan*: who or what is no more."""
    text = scene.sentence.text
    if scene.sentence.sentence.asks:
        return
    told = scene.sentence.shows(_TOLD_LOSS, text)
    dismissed = _DISMISSED.search(text) if told else None
    if dismissed is not None:
        yield _mention_at(scene, dismissed.span(1))
    for pattern in (_LAST_DAY, _LAST_DAY_WAS, _LAST_DAY_IS, _DISMISSED_BY_THEM) if told else ():
        last = pattern.search(text)
        if last is not None:
            mention = _mention_at(scene, last.span(1))
            yield mention.doubted() if pattern is _LAST_DAY_IS else mention
    gone = _GONE_FROM_WORK.search(text) if told else None
    if gone is not None:
        whose = _mention_at(scene, gone.span(1))
        yield whose if _SURELY_GONE.search(gone.group()) is not None else whose.doubted()
    near = not scene.sentence.words.isdisjoint(_ME)
    lost = not scene.sentence.verbs.isdisjoint(_LOSING)
    for clause in scene.sentence.clauses if near or lost else ():
        thing, subject = clause.bare(), clause.subject
        if near and subject is not None and _left_me(clause, thing):
            span = phrase_span(subject)
            yield retired(scene, scene.turn.text[span[0] : span[1]], span)
        mine = subject is None or subject.pronoun in {"i", "we"}
        again = clause.verb == "lose" and "again" in scene.sentence.words
        if clause.verb in _LOSING and clause.done and mine and thing is not None and thing.is_name and not again:
            span = phrase_span(thing)
            yield retired(scene, scene.turn.text[span[0] : span[1]], span).but(attribute=BY_LOSS)
    if not told:
        return
    for pattern in (_FUNERAL, _PUT_DOWN, _PASSED):
        match = pattern.search(text)
        if match is not None:
            yield _mention_at(scene, match.span(match.lastindex or 1)).but(attribute=BY_LOSS)
    for pattern in (_LET_LAPSE, _LET_GO):
        match = pattern.search(text)
        if match is not None and _is_told(scene, match.start(1)):
            yield _mention_at(scene, match.span(1))
    beside = _NOT_ANY_MORE.search(text)
    if beside is not None and not _of_others(scene, beside.start()) and _is_told(scene, beside.start()):
        yield _mention_at(scene, beside.span(1))
    ended = _NO_LONGER.search(text)
    if ended is not None and verb_lemma(ended.group(1).lower()) is None and not _of_others(scene, ended.start()):
        yield _mention_at(scene, ended.span(1))
    yield from untied(scene)


_WALKING_OUT = frozenset("leave dump divorce ditch".split())


def _left_me(clause: Clause, thing: Phrase | None) -> bool:
    """*Lena left me*, *Lena is my ex now*: who is no longer with the speaker; *left me a note* is no parting."""
    subject = clause.subject
    if subject is None or not subject.is_name or subject.owner is not None or clause.asked:
        return False
    if clause.verb in _ENDING_IT:
        with_me = any(c.preposition == "with" and c.phrase.pronoun == "me" for c in clause.complements)
        return with_me and clause.done and clause.intro not in NOT_TOLD
    if thing is None:
        return False
    if clause.verb == "be":
        is_so = clause.mood == "actual" and clause.tense == "present" and not clause.negated
        return is_so and thing.owner == "my" and thing.head_lemma in _EX
    if clause.verb not in _WALKING_OUT or not clause.done or thing.pronoun != "me" or clause.intro in NOT_TOLD:
        return False
    after = clause.tokens[thing.end] if thing.end < len(clause.tokens) else None
    return after is None or after.tag in {t.PUNCT, t.CONJ} or after.lower in _OF_TIME


_ENDING_IT = frozenset({"break", "split", "finish"})
_ME = frozenset({"me", "my"})
_EX = frozenset("ex ex-husband ex-wife ex-boyfriend ex-girlfriend ex-partner ex-fiancé ex-fiancée".split())
_OF_TIME = frozenset("last yesterday today this for in on two three after ago".split()) | w.DAY_NAMES | w.MONTH_NAMES


def _of_others(scene: Scene, at: int) -> bool:
    """Whether the clause at a place of the sentence tells of somebody else: *my brother is no longer vegan*."""
    place = scene.sentence.sentence.start + at
    clauses = [c for c in scene.sentence.clauses if c.subject is not None and c.offsets[0] <= place]
    if not clauses:
        return False
    subject = subject_of(clauses[-1].subject, scene.turn)
    return subject is not None and subject != scene.turn.speaker


def _is_told(scene: Scene, at: int) -> bool:
    """Whether the clause at a place of the sentence tells what is so, and supposes nothing."""
    place = scene.sentence.sentence.start + at
    around = [c for c in scene.sentence.clauses if c.offsets[0] <= place]
    return bool(around) and around[-1].mood == "actual" and around[-1].intro not in NOT_TOLD


def _mention_at(scene: Scene, within: tuple[int, int]) -> Candidate:
    start = scene.sentence.sentence.start
    span = (start + within[0], start + within[1])
    return retired(scene, scene.turn.text[span[0] : span[1]], span)
