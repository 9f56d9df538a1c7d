"""Stretches of a sentence that tell what nearly was or would be: nothing there is a fact."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import end_of_clause, gerund, token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.scene import STARTS
from atma_overlay.language.turn import ReadSentence

_APPROXIMATORS = frozenset("almost nearly practically virtually".split())
_ABOUT_TO = (
    r"(?:was|were|am|are|is|'m|'re|been) (?:just |only |all )?(?:about|close|near|set|supposed|meant|due|tempted"
    r"|ready|willing|inclined) to (?P<act>\w+)\b"
)
"""*Was about to move*, *am set to leave*."""
_ON_THE_BRINK = (
    r"(?:c[ao]me|coming|got|was|were|been|'m|am|are) (?:\w+ ){0,2}close to \w+ing\b"
    r"|on the (?:verge|brink|point|edge|cusp) of\b"
)
_HALF_DECIDED = r"half a mind to\b|all set to\b|talked out of\b|toy(?:ed|ing) with\b"
_PICTURED = r"(?:could|can|i'd) (?:\w+ )?(?:see|imagine|picture) (?:myself|ourselves)\b"
"""*I could see myself living in Porto*."""
_LIKELY_TO = (
    r"(?:am|are|'m|'re|is|'s) (?:most |very |quite )?(?:probably|likely|possibly|maybe|perhaps|hopefully|potentially) "
    r"(?:moving|relocating|switching|migrating|changing|leaving|quitting|joining|starting|buying|getting|adopting"
    r"|selling|going|cancelling|canceling|dropping|upgrading|downgrading|replacing)\b"
)
"""*I'm probably moving to Madrid*."""
_HAD_MEANT_TO = (
    r"(?:had|'d) (?:\w+ )?(?:planned|wanted|hoped|meant|intended|wished) to\b"
    r"|(?:would|could|should|might|must|'d) (?:\w+ )?have \w+(?:ed|en|ne|ght|un|de|ld|ft|nt|pt|st|ut|it|me|lt)\b"
)
"""*Had planned to move*, *would have moved*."""
_TURNED_DOWN = (
    r"decid(?:ed|ing) (?:not to\b|against\b)"
    r"|(?:refuse|decline)[sd]? (?:to\b|the\b|an?\b)|(?:turn|pass)(?:ed|ing) down\b|turned (?:\w+ ){1,3}down\b"
    r"|couldn't bring (?:myself|ourselves) to\b|chickened out of\b|backed out of\b|opted out of\b"
    r"|(?:never|not|n't) (?:\w+ )?(?:got|gotten|get) (?:round|around) to\b"
)
_ASKED_WHY_NOT = r"why (?:don't|do not) (?:i|we|you)\b"
_WISHED = r"(?:i|we) (?:only |just |sometimes |often |still |really |so )?wish(?:ed)?\b|if only\b"
_NOT_EVEN_ONCE = (
    "never|never once|not once|by no means|in no way|no way|at no (?:point|time|stage)|on no account|nowhere"
    "|under no circumstances?|not for (?:a|one) (?:moment|second|minute)|neither|nor"
    "|(?:not|never) in (?:an? (?:million|billion|thousand|hundred|month of sundays)|my (?:whole |entire )?life)"
    "(?: years?)?"
    "|(?:hardly|barely|scarcely) ever|seldom|rarely|not for (?:all the [a-z]+ in [a-z]+|anything|the world)"
    "|only (?:very )?(?:rarely|seldom|occasionally)"
)
"""What stands before a verb and its subject that have changed places: *by no means have I left*."""
_NO_CHANCE = "(?:absolutely )?(?:no|zero|little|slim|fat|not a|no earthly) (?:way|chances?|hope|prospect|danger)"
_IN_THE_WORLD = "(?:in hell|in the world|on earth|whatsoever|at all|ever|in this (?:life|world))"
_DENIED = (
    r"(?:it|that)(?:'s| is| was|) ?(?:not|n't|isn't|wasn't) (?:true|the case|as if|like) ?(?:that)?\b"
    r"|(?:is|was)n't true that\b|there's no truth\b"
    r"|(?:it|that)(?:'s| is| was) (?:\w+ )?(?:nonsense|rubbish|(?:a|an|the) (?:\w+ )?"
    r"(?:lie|myth|misunderstanding|exaggeration)) that\b"
    r"|it(?:'s| is) (?:very |quite |extremely |pretty )?(?:rare|unusual|uncommon|seldom|not (?:very |that |so )?often"
    r"|rarely|hardly ever) that\b"
    rf"|\b(?:there's |there is |there are )?(?:{_NO_CHANCE})(?: {_IN_THE_WORLD})?(?: that)? (?:i|we)"
    rf"|\b(?:{_NOT_EVEN_ONCE}) (?:have|had|did|do|am|are|was|were|will|would|could|should|can) (?:i|we)\b"
    r"|(?:it|that)(?:(?:'s| is| was) not|(?: is| was)n't) (?:me|us)\b|^not (?:me|us)\b"
)
_SOONER = r"over my dead body\b|(?:i'd|we'd|would|'d) (?:sooner|rather)\b"
_ULTIMATUM = (
    r"(?:(?:one|two) more|another) [^,.;:!?]{1,60} and (?:i|we)(?: will|'ll|'m| am|'re| are)? (?:quit|leave|sell|cancel"
    r"|go|switch|move|resign|drop|ditch|dump|leaving|quitting|gone|out|done|moving|switching|selling|cancell?ing)\b"
)
"""*One more meeting and I quit Norvane*."""
_NOT_DONE = (
    _ABOUT_TO, _ON_THE_BRINK, _HALF_DECIDED, _PICTURED, _LIKELY_TO, _HAD_MEANT_TO, _TURNED_DOWN, _WISHED, _DENIED,
    _SOONER, _ULTIMATUM, _ASKED_WHY_NOT,
)  # fmt: skip
_UNDONE = re2.compile(rf"\b(?:{'|'.join(_NOT_DONE)})")
"""What is told behind these did not come to be."""
_AHEAD = re2.compile(
    r"\bthe (?:very )?(?:day|moment|minute|second|hour|week|month|year|time) (?:that )?(?:i|we)"
    r"(?:'m|'re| am| are| [a-z]+)\b"
)
"""*The day I move to …*: a time to come, unless it is told in the past."""
_AS_OF_NOW = ("at ", "for ", "as of ", "in ")
"""Before it: *at the moment I live in York* is so now."""
_NOT_YET = Sign(_UNDONE.pattern, _AHEAD.pattern, family=WORDINGS)


_WANTED = re2.compile(
    r"\b(?:write|give|show|make|draw|draft|create|build|generate|sketch|add|set up|find|need|want|like|see|have)"
    r"(?: (?:me|us|to|you|out|up))* (?:a|an|another|some|one|any)\b(?: [\w'-]+){1,6}?,? (where|in which|whose|wherein) "
)
"""*Give me a config where the database is …*: what is only asked for is described behind it."""
_DESCRIBES = Sign(r"\b(?:where|in which|whose|wherein) ")
_REQUEST = Sign(
    r"^\W*(?:please |pls |now |then |also |and |ok |okay |so )*(?:write|give|show|make|draw|draft|create|build|generate"
    r"|sketch|add|set up|find)\b",
    r"\b(?:can|could|would|will) (?:you|we|i)\b|\b(?:i|we) (?:need|want)\b|\b(?:i'd|we'd) like\b|\b(?:let's|help me)\b",
)


def _described(sentence: ReadSentence) -> Iterator[Span]:
    said = sentence.said
    if not sentence.shows(_DESCRIBES, said) or not sentence.shows(_REQUEST, said):
        return
    match = _WANTED.search(said)
    if match is not None:
        yield sentence.sentence.start + match.start(1), sentence.sentence.end


def unreal(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that tell of what did not come to be or only might.

    *I almost moved to York*, *I was about to leave Norvane when …*, *living in York would suit me*.

    Args:
        sentence: as read.
    """
    return [*_undone(sentence), *_weighed(sentence), *_described(sentence)]


def spared(sentence: ReadSentence) -> frozenset[int]:
    """Where the subjects stand, as offsets into the text, whose end nearly came: *Rufus nearly died*.

    Args:
        sentence: as read.
    """
    if sentence.words.isdisjoint(_APPROXIMATORS):
        return frozenset()
    tokens = sentence.tokens
    near = [i for i, x in enumerate(tokens[:-1]) if x.lower in _APPROXIMATORS and _leads_verb(tokens, i)]
    told = [
        c for c in sentence.clauses if c.subject is not None and any(c.subject.end <= i <= c.verb_end for i in near)
    ]
    subjects = [c.subject for c in told if c.subject is not None]
    return frozenset(x.token.start for s in subjects for x in s.tokens[s.start : s.end])


def _undone(sentence: ReadSentence) -> Iterator[Span]:
    tokens = sentence.tokens
    near = not sentence.words.isdisjoint(_APPROXIMATORS)
    for i, token in enumerate(tokens[:-1] if near else ()):
        if token.lower in _APPROXIMATORS and _leads_verb(tokens, i):
            yield token.token.start, end_of_clause(sentence, i + 1)
    said = sentence.said
    if not sentence.shows(_NOT_YET, said):
        return
    for match in _UNDONE.finditer(said):
        if match.group("act") and w.verb_lemma(match.group("act")) is None:
            continue  # set to 112 cm
        start = sentence.sentence.start + match.start()
        at = token_at(sentence, sentence.sentence.start + match.end() - 1)
        if match.group().endswith((" that", " me", " us", " i", " we")):
            at = next((c.verb_start for c in sentence.clauses if c.verb_start > at), at)
        yield start, end_of_clause(sentence, at)
    for match in _AHEAD.finditer(said):
        if said.endswith(_AS_OF_NOW, 0, match.start()):
            continue
        at = token_at(sentence, sentence.sentence.start + match.end() - 1)
        clause = next((c for c in sentence.clauses if c.verb_end > at), None)
        if clause is not None and clause.tense == "present":
            yield sentence.sentence.start + match.start(), end_of_clause(sentence, at)


def _leads_verb(tokens: tuple[t.Tagged, ...], i: int) -> bool:
    """*almost moved*, not *almost always works* nor *almost 40*."""
    following = tokens[i + 1]
    return following.tag == t.VERB or (
        following.tag in t.AUXILIARY and i + 2 < len(tokens) and tokens[i + 2].tag == t.VERB
    )


def _weighed(sentence: ReadSentence) -> Iterator[Span]:
    """*Living in York would suit me*, *to work at Google would be a dream*: an act that is only spoken of."""
    clauses = sentence.clauses
    for n, clause in enumerate(clauses[:-1]):
        opening = sentence.tokens[clause.verb_start]
        spoken_of = gerund(clause) or (clause.mood == "infinitive" and opening.tag == t.TO)
        if not spoken_of or not _opens(sentence, clause):
            continue
        main = next((c for c in clauses[n + 1 :] if c.mood != "infinitive" and not gerund(c)), None)
        if main is None or not _predicates(sentence, clause, main):
            continue
        if not _happened(clause, main):
            yield opening.token.start, main.tokens[main.verb_start].token.start


ENDING = frozenset("leave quit sell drop cancel lose end stop resign ditch dump buy get".split())
"""Acts that part with something or get it."""
_JUDGED = frozenset("thing decision mistake move idea call choice relief shock step wrench change".split())
_WROUGHT = frozenset("take cost pay save make help do feel turn give bring teach".split())


_STARTS_OR_ENDING = STARTS | ENDING


def _happened(act: Clause, main: Clause) -> bool:
    """*Leaving Norvane was the best decision*, *working here has taught me*: what is looked back on was done."""
    if main.mood != "actual" or main.negated:
        return False
    thing = main.bare()
    judged = main.verb in _WROUGHT or (main.verb == "be" and thing is not None and thing.head_lemma in _JUDGED)
    return main.tense == "perfect" or (main.tense == "past" and act.verb in _STARTS_OR_ENDING and judged)


def _opens(sentence: ReadSentence, clause: Clause) -> bool:
    """Whether only a conjunction, an adverb or a comma stands between a verb and what opens the sentence."""
    before = sentence.tokens[: clause.verb_start]
    for token in reversed(before):
        if token.tag == t.PUNCT:
            return True
        if token.tag not in t.CONJ_ADV_NEG and token.lower not in {"so", "well", "but", "and", "not"}:
            return False
    return True


_SUBJECT_PRONOUNS_BUT_IT = w.SUBJECT_PRONOUNS - {"it"}


def _predicates(sentence: ReadSentence, act: Clause, main: Clause) -> bool:
    """Whether a finite verb is said of the act before it: no comma, and no subject of its own, stands between."""
    between = sentence.tokens[act.verb_end : main.verb_start]
    if any(x.tag == t.PUNCT or x.lower in _SUBJECT_PRONOUNS_BUT_IT for x in between):
        return False
    return main.intro is None or main.intro in {"and", "or", "as"}
