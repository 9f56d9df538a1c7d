"""What a verb of forgetting or keeping is said of: something that is known, or a thing of the world.

*Delete my rent* and *delete the line about my rent* are of what is known, *delete the email about my rent* and *take my
rent off the invoice* are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from atma_overlay import re2
from atma_overlay.language.endings import forget_words as f


class Object(StrEnum):
    """What is to be forgotten, as far as the words behind the verb tell."""

    KNOWN = "known"
    """Something of the speaker's that is known, or what was told."""
    POINTED = "pointed"
    """What was said before: *it*, *that*."""
    OTHER = "other"
    """A thing of the world: an email, a slide, the weather."""
    OPEN = "open"
    """Nothing that these words decide."""


@dataclass(frozen=True, slots=True)
class Behind:
    """A verb and what stands behind it.

    Attributes:
        verb: as it is written, in lower case.
        said: the words behind it, up to where the clause ends.
        rest: what follows that in the sentence.
        asked: whether it is asked for politely, or wished for.
        keeps: whether the verb is one of keeping, which is not to go on.
        done: whether it is told as done, and not asked for: *deleted my Japanese deck by accident*.
    """

    verb: str
    said: str
    rest: str
    asked: bool
    keeps: bool
    done: bool = False


_QUOTED = re2.compile(r'["“”][^"“”]*["“”]')
_BOUND = re2.compile(r"[;!?…](?:\s|$)|\.$|, | [–—-] |,?\s+but (?:not|keep|leave|never)\b")


def clause_end(said: str, at: int) -> int:
    """Where the words behind a verb end: at a stop or a comma that is not quoted."""
    blank = said
    for quoted in _QUOTED.finditer(said):
        blank = blank[: quoted.start() + 1] + "x" * (quoted.end() - quoted.start() - 2) + blank[quoted.end() - 1 :]
    bound = _BOUND.search(blank, at)
    return bound.start() if bound is not None else len(said)


_MEMORY = re2.compile(f.MEMORY)
_TOLD = re2.compile(f.TOLD)
_POINTED = re2.compile(
    r"(?:of )?(?:all of )?(?:it|that|this|them|those|these)(?: all)?"
    r"(?: (?:one|line|part|bit|fact|entry|detail|info|information|piece|item|stored|remembered|kept|saved|to be"
    r" \w+))?"
    rf"(?: (?:out|away|off|go|up)| (?:from|out of|off|in|on) (?:there|{f.YOUR_MEMORY}|the record|file"
    rf"|record))*{f.CLOSES}"
    rf"(?: (?:from|out of|off|in) (?:there|{f.YOUR_MEMORY}))?"
)
_TO_SOMEBODY = re2.compile(r"(?:me|us|him|her|them|everyone|everybody|somebody|someone)\b")
_OWNED = re2.compile(r"(?:about |regarding )?(?:any of |all (?:of )?)?(?:my|our)\b")
_BEHIND_NOUN = re2.compile(
    r" (?:from|off|out|in|on|at|for|to|with|about|of|as|that|which|when|where|i|i've|you|you've|into|onto|next|and"
    r"|again"
    r"|please|now|any|anywhere|ever|is|are|was|were|saved|stored|kept|recorded|noted|down|anymore|pls|plz)\b"
)
_AWAY_FROM = re2.compile(
    r"\b(?:from|off|out of) (?:the|my|our|his|her|their|this|that|these|those|an?|[^ ]+'s|[^ ]+ [^ ]+'s)\b"
    r"|\b(?:in|on|onto|into|under|to|at|within) (?:the|this|that|his|her|their|an?|my|our|[^ ]+'s) "
)
_THEN = re2.compile(
    r"\b(?:from (?:now|here|today|this (?:day|moment|point)|the (?:beginning|start|record))"
    r"|(?:in|on) (?:the|this) (?:future|first place|meantime|regard)|at the (?:moment|time)|(?:in|from) any )"
)
_FOR_A_WHILE = re2.compile(
    r"\bfor (?:a|one|the|just|this|that)[a-z ]* (?:moment|minute|second|sec|bit|while|day|evening|weekend|week|hour"
    r"|time)\b"
    r"|\bfor (?:now|once|today|tonight)\b|\b(?:today|tonight|just this once|in this (?:one )?[a-z]+)\b"
)
_REASON = re2.compile(
    r"[\s,;:.!?–—-]*(?:$|(?:please|pls|thanks|thank you|ok|okay|would you|will you|and (?:don't|do not|never|delete"
    r"|forget|also)"
    r"|i'd (?:rather|prefer)|i (?:don't|do not|no longer|shouldn't|never|won't|changed)|it's (?:too|none|private"
    r"|personal|not)"
    r"|that's|because|since|as i|it was|it isn't|you don't|but (?:keep|not))\b)"
)
"""What may follow a bare *forget my rent* that is meant; what else follows leaves it aside."""
_GOES_ON = re2.compile(
    r"[,;:.!?–—-]+ ?(?:let's|let us|what|how|where|who|why|tell|show|give|help|we\b|i'm|i'll|i want|i need|it's|today"
    r"|tonight|the|there|a |an |this|now|instead|shall|can|could|do)\b"
)
_CLAUSE = re2.compile(
    r"(?:about )?(?:the )?(?:fact |bit |entry |part |thing |line |note |record |rumou?r )?(?:that|which|where)?"
    r"(?: ?(?:says?|said|saying))?:? ?[\"“]?(?:that )?(?:i|i'm|i've|we|we're|we've|he|she|they|my|our|his|her) "
)
_ASKED = re2.compile(
    r"(?:about )?(?:where|who|whom|what|which [a-z]+|what [a-z]+|how much|how many|how old|how long|when) (?:i|we|my"
    r"|our)\b"
)
_RELATING = frozenset(
    """about on regarding concerning relating of with that which in where from next after before i i've you you've as
    off out to says saying said containing between above below under""".split()
)
_TO_WHAT = re2.compile(
    r"(?:\b(?:about|on|of|regarding|concerning|to do with|relating to|that says?|saying|mentioning|says?)|:) .*"
    r"\b(?:my|our|i|i'm)\b"
)
_DETERMINED = re2.compile(
    r"(?:about )?(?:the|an?|that|this|those|these|all|any|every|each|some|both|everything|anything|whatever|what|just"
    r"|only|one|[^ ]+'s|\d+)\b"
)
_CLOSED = re2.compile(rf"(?: and (?:my|our) [^,;]+?)?{f.CLOSES}[\s,.!?…;:)]*")
_OF_MEMORY_ALONE = re2.compile(f.PLAIN)
_OF_THINGS = re2.compile(
    r"(?:discard|drop|bin|ditch|scrap|destroy|shred|los|throw|tak|cut|cross|clear|get|dispos|strike|scrub|blank"
    r"|let)[a-z]*.*"
)
_NAME_BEHIND = re2.compile(
    r"\b(?:in|on|from) (?:google|outlook|notion|excel|word|slack|apple|trello|jira|gmail|github|my)\b"
)
_IN_PLACE = re2.compile(
    rf"(?:saved|stored|recorded|noted|remembered|on file|on record|with you|anywhere|{f.YOUR_MEMORY})"
)


_FRONTED = re2.compile(rf"^(?:from|out of|off|in) {f.YOUR_MEMORY},? ")
"""*Strike from your memory that …*."""
_AHEAD = re2.compile(r"^(?:this|that|the following|something|one thing|it)(?: please)?: ")
"""*Don't save this: …*."""


_OLD_ONE = re2.compile(r"(?:about )?(?:the|that|my|our) (?:old|previous|former|earlier|other) (?:ones?|thing|way)")
_CHANGED = re2.compile(r"[,;:.!–—-]+ ?(?:i|i'm|i've|we|we're|we've|my|our) ")
"""*Forget the old one, I live in York now*: what follows takes its place."""


def object_of(verb: Behind) -> Object:
    """What a verb is said of."""
    said = _FRONTED.sub("", verb.said.strip(" :"))
    ahead = _AHEAD.match(said)
    if ahead is not None and _CLAUSE.match(said, ahead.end()):
        return Object.KNOWN
    if not said or (not verb.keeps and _TO_SOMEBODY.match(said) and " " in said):
        return Object.OTHER if said else Object.OPEN
    if _POINTED.fullmatch(said):
        idle = verb.verb in {"forget", "drop", "lose"} and said.startswith("it") and not verb.asked
        return Object.OTHER if idle and _GOES_ON.match(verb.rest) else Object.POINTED
    goes_on = verb.verb.startswith("keep") and said.split(" ", 1)[0].endswith("ing")
    if goes_on or (_OLD_ONE.fullmatch(said) and _CHANGED.match(verb.rest)):
        return Object.OTHER
    if _OWNED.match(said):
        return _owned(verb, said)
    if _ASKED.match(said) and not _TOLD.match(said.split(" ", 1)[1]):
        return Object.OTHER if _FOR_A_WHILE.search(said) or _put_aside(verb) else Object.KNOWN
    if _CLAUSE.match(said) and not _TOLD.match(said.removeprefix("that ")):
        return Object.KNOWN
    return _described(verb, said)


def is_of_memory(verb: Behind) -> bool:
    """Whether a verb is said of what is remembered or kept, and not of things as well."""
    return verb.keeps or _OF_MEMORY_ALONE.fullmatch(verb.verb) is not None or verb.verb.startswith("remov")


def _put_aside(verb: Behind) -> bool:
    """*Forget my diet, let's order pizza*: what is only left aside."""
    if verb.keeps or not verb.verb.startswith("forget"):
        return False
    if _FOR_A_WHILE.search(verb.said) or "instead" in verb.said or "instead" in verb.rest:
        return True
    return not verb.asked and (_GOES_ON.match(verb.rest) is not None or not _REASON.match(verb.rest))


def _elsewhere(said: str) -> bool:
    """Whether something is to be taken from a place that is no memory."""
    bare = _THEN.sub(" ", said)
    return (_AWAY_FROM.search(bare) or _NAME_BEHIND.search(bare)) is not None


def _owned(verb: Behind, said: str) -> Object:
    of_memory = _MEMORY.search(said) is not None
    about = said.startswith(("about ", "regarding "))
    owned = said.split(" ", 1)[1] if about else said
    behind = _BEHIND_NOUN.search(owned)
    noun, tail = (owned[: behind.start()], owned[behind.start() :]) if behind is not None else (owned, "")
    if f.NOT_OURS.match(owned):
        return Object.OPEN
    if not of_memory and (f.ARTIFACT.search(noun) or _elsewhere(tail)):
        return Object.OTHER
    if of_memory or _TOLD.search(tail):
        return Object.KNOWN
    if _put_aside(verb) or (not verb.keeps and _GOING_ON.search(noun)):
        return Object.OTHER
    if verb.keeps:
        return _kept(verb, tail)
    if _OF_THINGS.fullmatch(verb.verb):
        return Object.OTHER
    plainly = _OF_MEMORY_ALONE.fullmatch(verb.verb) is not None and (verb.asked or not about)
    polite = verb.verb.startswith("remov") and verb.asked
    return Object.KNOWN if (plainly or polite) and _CLOSED.fullmatch(tail) else Object.OPEN


_GOING_ON = re2.compile(r"^[^ ]+ [^ ]+ [^ ]+ing\b")
"""*You can forget my rent going down*."""
_OF_THINGS_TOO = re2.compile(r"(?:keep|kept|have|having|hav|hold|bring|record)[a-z]*.*")
_TRACKS = re2.compile(r"keep(?:ing)? (?:track|a record)")


def _kept(verb: Behind, tail: str) -> Object:
    """What is not to be kept: *don't keep my bike in the hall* asks nothing of a memory."""
    if _OF_THINGS_TOO.fullmatch(verb.verb) and not _TRACKS.match(verb.verb):
        return Object.KNOWN if _IN_PLACE.search(tail) or (verb.asked and "kee" in verb.verb) else Object.OPEN
    return Object.KNOWN if _CLOSED.fullmatch(tail) or _IN_PLACE.search(tail) else Object.OPEN


def _described(verb: Behind, said: str) -> Object:
    """*The entry about my rent* is what is known, *the email about my rent* is an email."""
    if _MEMORY.search(said) is not None:
        return Object.KNOWN if _TO_WHAT.search(said) or "my " in said else Object.OPEN
    if _OF_A_RULE.match(said):
        return Object.OPEN
    quoted = said.startswith(('"', "“"))
    if not quoted and not _DETERMINED.match(said):
        return Object.OTHER if _elsewhere(said) else Object.OPEN
    return Object.OTHER if quoted or _put_aside(verb) else _by_its_noun(verb, said)


_OF_A_RULE = re2.compile(r"that (?:if|when|whenever|once|unless)\b|(?:[a-z]+ )?rule\b")
"""*Forget that if I move, …*, *the rule about my gym*: a stated rule, and no fact."""


def _by_its_noun(verb: Behind, said: str) -> Object:
    words = said.split()
    behind = next((n for n, x in enumerate(words) if n and x.strip(",:") in _RELATING), len(words))
    head = words[behind - 1].strip(",:")
    noted = _NOTED.fullmatch(head) is not None and not _PLAINLY_NOTED.issuperset(words[: behind - 1])
    if noted or f.ARTIFACT.search(head):
        return Object.OTHER
    told = _TOLD.search(said) is not None
    if _HEAD_KNOWN.fullmatch(head) or words[0] in _ALL:
        if _elsewhere(_MINE.sub(" ", " ".join(words[behind:]))) and not told:
            return Object.OTHER
        return Object.KNOWN if _TO_WHAT.search(said) else Object.OPEN
    if told or words[0] in {"that", "this", "those", "these"}:
        return Object.OPEN
    return Object.OTHER if _NAMES_MINE.search(f"{said} {verb.rest}") else Object.OPEN


_HEAD_KNOWN = re2.compile(f.INFO)
_NOTED = re2.compile(r"(?:entry|entries|notes?|lines?|items?|records?|comments?)")
_PLAINLY_NOTED = frozenset(
    """about the a an that this those these all any every each just only one your whole entire old last latest first
    second other previous same little silly stupid single two both particular wrong""".split()
)
"""What stands before a note of the memory's: *the calendar entry* is another's."""
_ALL = frozenset("everything anything whatever what".split())
_MINE = re2.compile(
    r"^(?:about|on|of|regarding|concerning|to do with) (?:my|our) [^,.;!?]*?(?: from| off| out| in| on|$)"
)
_NAMES_MINE = re2.compile(r"\b(?:my|our|i|i'm)\b")
