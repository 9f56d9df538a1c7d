"""What stands under a heading that is not the speaker's own: *Candidate B: I moved …*, *Line 3: I moved …*.

*Update: I moved* is told by who writes it, and so is what stands under any other label of notes. Under a heading that
nobody puts over news of their own it is in doubt whose words follow: they are noted, and retire nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.tokens import Span

_HEADED = re2.compile(r"(?:^|[\n.!?;])[ \t>*#•-]*(?P<head>[^\n.!?;:]{2,120}?):(?:\*{1,3}|_{1,2})?(?:[ \t]|\n)")
OWN = frozenset(
    """update updates updated before after when while unrelated separately apart news note notes nb ps pps psa fyi
    btw tldr tl;dr edit correction reminder reminders status confirmed summary changes change changed new old now today
    tonight yesterday currently recently lately finally also plus besides anyway so first firstly second
    secondly third thirdly last lastly next then one two three another thing things fact facts point reason
    reasons problem problems issue issues situation context background backstory story case result upshot truth
    deal catch plan question questions ask confession announcement disclosure disclaimer clarification info
    information intro about profile basics details heads-up headsup official record records short long brief quick small
    big good bad great sad happy breaking important urgent random side heads fun funny note-to-self todo
    remember save store log keep know tell hear listen look see guess what what's that's here's here this
    there's is it's hi hey hello dear thanks thank ok okay yes no yeah yep nope right well oh hmm um sorry
    actually honestly basically seriously meanwhile otherwise however because since reality life home house flat
    address city town country location place move work job employer company role title career position diet food
    eating gym fitness sport training pet pets dog cat car transport commute phone laptop computer email manager
    boss team rent money budget finances health sleep hosting host app project stack database editor tools
    school kids family partner relationship hobby hobbies personal professional name age birthday
    language languages spotify subscription subscriptions bank insurance doctor dentist therapist""".split()
)
"""Words of the headings under which people tell their own."""
_TELLING = frozenset("i i'm i've i'd i'll we we're we've we'd we'll".split())
_MINE = frozenset("me my mine myself us our ours ourselves".split())
_MOST_WORDS = 5
"""Of a heading that says *my*: in a longer one it says whom something is for."""
_CITED = re2.compile('["“][^"”\n]*["”]')
_OF_ONESELF = re2.compile(r"(?i)^\W*(?:[\w'’-]+,? +){0,2}?(?:i|we|my|our)\b")
"""What stands behind it is told of oneself from the start: else the colon is one of the speaker's own sentences."""
_LOOKED_AT = 80
_NUMBERED = re2.compile(r"^(?:\W*\d{1,2}\W*|\W*[a-z]\W*)$")


def foreign_headings(text: str) -> Iterator[Span]:
    """Stretches [start, end) of a text, to the end of the paragraph, under headings that are not the speaker's own."""
    if ": " not in text and ":\n" not in text and ":\t" not in text:
        return
    for match in _HEADED.finditer(text):
        end = end_of_paragraph(text, match.end())
        if tells_of_oneself(text, match.end()) and not _own(match.group("head").lower().replace("’", "'")):
            yield match.end(), end


def tells_of_oneself(text: str, start: int) -> bool:
    """Whether what starts there speaks of *I* or *we* with its first words."""
    return _OF_ONESELF.search(text[start : start + _LOOKED_AT]) is not None


def heads_own_news(head: str) -> bool:
    """Whether a heading, in small letters, is one that people put over what is so of them now, and over little else."""
    words = _words_of(head)
    if not words:
        return True
    if _is_of_another(words) or not _OF_OTHER_TIMES.isdisjoint(words) or any(_YEAR.fullmatch(x) for x in words):
        return False
    return (
        (words[0] in _NEWS and words[0] not in _THINGS)
        or words[-1] in _NEWS
        or words[-2:] in (["about", "me"], ["about", "us"])
    )


def is_of_another(head: str) -> bool:
    """Whether a heading, in small letters, says that what follows is somebody else's, or is not so."""
    return _is_of_another(_words_of(head))


def _words_of(head: str) -> list[str]:
    words = [word.strip("()[]{}*_#\"'“”,-–—>•") for word in _CITED.sub("", head).split()]
    return [word for word in words if word]


def _own(head: str) -> bool:
    words = _words_of(head)
    if not words or _NUMBERED.fullmatch(head):
        return True
    if _is_of_another(words):
        return False
    if not _TELLING.isdisjoint(words) or (len(words) <= _MOST_WORDS and not _MINE.isdisjoint(words)):
        return True
    while len(words) > 1 and words[0] in _OPENS_A_HEADING:
        words = words[1:]
    return words[0] in OWN or words[-1] in OWN


_OPENS_A_HEADING = frozenset({"just", "a", "an"})
_NOT_SO = frozenset(
    """fake study security repeat pretend fictional imaginary wish wishes lie lies alternate never unconfirmed mock
    dummy example examples sample samples template placeholder typical hypothetical user""".split()
)
"""Words of headings over what is not so, or is only to be said, beside words of one's own news."""
_OF_MORE = frozenset(
    """story backstory plan question questions ask title role character before old then yesterday last one two three
    see store tell hear case because since this there's is it's what here's life goals about""".split()
)
"""Words of headings over one's own news that head other things as well."""
_NEWS = OWN - _OF_MORE
_THINGS = frozenset({"thing", "things", "facts", "fact"})
"""*One more thing: …*, and not *things that Tom says: …*."""
_OF_OTHER_TIMES = frozenset("old ago former previous previously earlier then before next if".split())
_YEAR = re2.compile(r"(?:19|20)\d\d")
_WHOM_FROM = frozenset({"from", "by"})
OF_TIMES = frozenset(
    """today's yesterday's tonight's tomorrow's week's month's year's morning's here's that's what's there's it's let's
    who's where's how's""".split()
)
_SOMEBODY = w.KIN | w.ACQUAINTANCES


def _is_of_another(words: list[str]) -> bool:
    """*Note from Anna: …*, *my sister: …*, *fake news: …*: who says *I* there need not be the speaker."""
    if len(words) <= _MOST_WORDS and not _NOT_SO.isdisjoint(words):
        return True
    if any(x.endswith("'s") and x not in OF_TIMES for x in words):
        return True  # Anna's facts
    if any(a == "not" and b in OWN for a, b in pairwise(words)):
        return True  # not confirmed
    if any(a in _WHOM_FROM and b not in _MINE for a, b in pairwise(words)):
        return True
    return len(words) > 1 and words[0] in {"my", "our"} and words[-1] in _SOMEBODY


_MARKS = {'"': '"', "“": "”", "‘": "’"}


def end_of_paragraph(text: str, start: int) -> int:
    """Where what stands under a heading ends: at its closing quotation mark, else with the paragraph."""
    begins = start + len(text[start:]) - len(text[start:].lstrip())
    if text[begins : begins + 1] in _MARKS and (closed := text.find(_MARKS[text[begins]], begins + 1)) >= 0:
        return closed + 1
    blank = text.find("\n\n", begins)
    return blank if blank >= 0 else len(text)
