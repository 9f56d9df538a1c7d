"""What hangs on words that do not say that it is so: *my excuse was that …*, *the card says …*, *a world where …*.

A clause that hangs on another is told as a fact where the other tells it as one: by the speaker's own saying, knowing
or feeling, or by what others know, confirm or let one know. On anything else it is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.doubts.beliefs import is_amazed
from atma_overlay.language.doubts.reported import WHO_KNOWS, reports
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import end_of_clause, token_at
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_KNOWING = frozenset(
    """know realise realize notice learn discover find see forget remember regret recall confirm verify prove show
    reveal mean imply turn happen follow ensure guarantee inform notify remind tell update agree decide rule accept
    admit acknowledge announce appreciate understand explain note mind care love like hate celebrate help matter
    message text email call ask make thank congratulate welcome assure let surprise amaze astonish shock stun
    delight thrill please disappoint impress upset annoy relieve baffle""".split()
)
"""Verbs of others behind which it is so: what somebody knows, regrets or lets one know."""
_UNTRUE = frozenset(
    """imagine daydream dream fantasise fantasize fib lie bluff pretend claim picture visualise visualize envisage
    joke kid invent fake swear shout""".split()
)
"""Verbs of the speaker's own behind which it need not be."""
_FACTS = frozenset(
    """fact truth thing news new reality point result upshot outcome problem issue trouble difference bottom line update
    catch reason twist downside upside good bad best worst part challenge consequence effect side plus change surprise
    advantage disadvantage benefit highlight snag drawback shame pity relief blessing joy all what deal word message
    short summary gist essence answer key thanks proof irony normal arrangement situation setup status
    routine""".split()
)
"""What a clause with *that* may be called where it is so, as lemmas (*new* of *the news*): *the upshot is that …*."""
_NOTICED = frozenset("know see notice remember realise realize forget understand be need have".split())
"""What the one spoken to does of what is so; what it has said itself may be wrong."""
_SHOULD = frozenset("should must can ought may might could".split())
"""*I should mention that …* says it."""
_THOUGHT = re2.compile(
    r"\b(?P<who>[\w'’-]+) (?:(?:still|all|just|always|really|also|now) )?(?:assumes?|assumed|thinks?|thought"
    r"|believes?|believed"
    r"|reckons?|supposes?|claims?|claimed|insists?|insisted|pretends?|pretended)(?: that)? (?:my|our|the) "
    r"|\b(?P<what>[\w'’-]+) (?:saying|claiming|stating|insisting|declaring)(?: that)? (?:i|we|my|our|the) "
    r"|\b(?:rumou?rs?|gossip|myth|claims?|lie|belief|notion|suspicion|theory)(?: \w+){1,4} that (?:i|we|my|our|the) "
)
_THINKS = Sign(_THOUGHT.pattern, family=WORDINGS)
_SPEAKING = frozenset("i'm i am we're are was were been keep just by without for of not only be".split())
"""Before *saying* where it is the speaker who says it, or nobody: *I'm saying that …*, *without saying that …*."""
_SPEAKERS = frozenset("i we you to and who would i'd we'd never not don't didn't".split())
"""Before a verb of believing where what is believed is read elsewhere: *I think my gym is …*."""
_LETTING = frozenset("let have make get".split())


def hung_on(sentence: ReadSentence, *, addressed: bool = True) -> list[Span]:
    """The stretches, as offsets into the text, that hang on what does not tell them as so.

    Args:
        sentence: as read.
        addressed: and what the one spoken to said, who may be wrong.
    """
    out = list(_thought(sentence)) if sentence.shows(_THINKS, sentence.said) else []
    for clause, behind in pairwise(sentence.clauses):
        if (
            behind.intro in {None, "that"}
            and _may_hang(clause, behind, sentence)
            and not _tells(clause, behind, sentence, addressed=addressed)
        ):
            out.append((clause.tokens[clause.verb_end - 1].token.end, end_of_clause(sentence, behind.verb_start)))
    return out


def _thought(sentence: ReadSentence) -> Iterator[Span]:
    """*People assume my gym is …*: where the verb is read as no clause of its own."""
    for match in _THOUGHT.finditer(sentence.said):
        if match.group("who") not in _SPEAKERS and match.group("what") not in _SPEAKING:
            start = sentence.sentence.start + match.end()
            yield start, end_of_clause(sentence, token_at(sentence, start))


def _may_hang(clause: Clause, behind: Clause, sentence: ReadSentence) -> bool:
    """Whether a statement hangs on another clause: right behind it, or behind *that*."""
    if behind.subject is None or behind.mood == "infinitive" or behind.asked or behind.subject.pronoun == "you":
        return False
    if clause.intro is not None and clause.intro not in _JOINING:
        return False  # since the server is gone we use another
    if clause.asked and (clause.subject is None or clause.subject.pronoun in {"i", "we"}):
        return False  # should I put it in my Golf
    begins = behind.subject.start
    if begins < clause.verb_end:
        return False  # my friend who lives in York has moved
    between = [x.lower for x in sentence.tokens[clause.verb_end : begins]]
    if behind.intro == "that":
        return _ENDED.isdisjoint(between)  # now that he has left
    joined = all(x.replace("'", "").isalpha() for x in between)
    return (joined and reports(clause, sentence)) or _is_worded(behind, sentence)


def _is_worded(behind: Clause, sentence: ReadSentence) -> bool:
    """*A card saying …*."""
    begins = behind.subject.start if behind.subject is not None else 0
    return begins > 0 and sentence.tokens[begins - 1].lower in _SAYING_FORMS


_JOINING = frozenset("that and but so or".split())
_ENDED = _JOINING - {"that", "or"} | frozenset(
    ", . ; : when because while after before since until now given seeing considering provided except".split()
)
_SAYING_FORMS = frozenset("saying claiming stating reading insisting declaring".split())


def _tells(clause: Clause, behind: Clause, sentence: ReadSentence, *, addressed: bool) -> bool:
    """Whether a clause tells as so what hangs on it."""
    subject = clause.subject
    if subject is not None and subject.pronoun in {"i", "we"}:
        would = clause.mood == "unreal" and _SHOULD.isdisjoint(
            x.lower for x in clause.tokens[clause.start : clause.verb_end]
        )
        return clause.verb not in _UNTRUE and not would and not _lets(clause)
    if subject is None or clause.mood == "infinitive":
        return clause.verb not in _UNTRUE
    if _is_called_a_fact(behind, sentence):
        return True
    if _is_worded(behind, sentence):
        return False
    if subject.pronoun == "you":
        return not addressed or clause.verb in _NOTICED or clause.asked
    if is_amazed(clause) or clause.verb in _KNOWING or subject.head_lemma in WHO_KNOWS:
        return True
    if clause.verb == "be":
        known = subject.pronoun is not None or subject.head_lemma in _FACTS or _is_right(subject)
        return known or (not clause.negated and _is_felt(clause, behind))
    return False


def _is_called_a_fact(behind: Clause, sentence: ReadSentence) -> bool:
    """*My dad can't get over the fact that I live in York now*."""
    that = behind.subject.start - 1 if behind.subject is not None else 0
    return that > 0 and sentence.tokens[that].lower == "that" and sentence.tokens[that - 1].lower in _FACTIVE


_FACTIVE = frozenset("fact news truth".split())


def _is_right(subject: Phrase) -> bool:
    """*The right one is that …*, *my current answer is that …*."""
    said = [x.lower for x in subject.tokens[subject.start : subject.end]]
    return said[-1] == "one" and not _CORRECT.isdisjoint(said)


_CORRECT = frozenset("right correct new current latest updated true real actual newest".split())


def _is_felt(clause: Clause, behind: Clause) -> bool:
    """*Everyone's surprised that I live in York now*: who is glad or surprised of it knows it."""
    begins = behind.subject.start if behind.subject is not None else behind.verb_start
    return any(x.lower in _FEELING for x in clause.tokens[clause.verb_start : begins])


_FEELING = frozenset(
    """surprised amazed astonished astounded shocked stunned baffled bewildered delighted thrilled happy glad pleased
    proud sad upset annoyed angry cross furious jealous envious relieved disappointed impressed gutted excited
    overjoyed chuffed aware grateful thankful ecstatic horrified appalled used""".split()
)


def _lets(clause: Clause) -> bool:
    """*I let my aunt believe …*."""
    words = {x.lower for x in clause.tokens[clause.verb_end : clause.end]}
    return clause.verb in _LETTING and not words.isdisjoint({"believe", "think", "assume", "pretend"})
