"""What is told of a part: *I no longer work at Acme on Fridays*, *in staging our database is MySQL now*.

What is no longer so at some times, in some way or so often is still so at others; what is so on some days, in one
environment, on one device, for one purpose, of some things, sometimes or too says nothing of the others.
"""

from __future__ import annotations

from collections.abc import Iterator

import re2

from atma_overlay.language.bounded import MONTHS, clause_of
from atma_overlay.language.candidates import DOUBTED, Candidate, Part, overlap, touches
from atma_overlay.language.for_whom import named_alone
from atma_overlay.language.kinds import TIMED
from atma_overlay.language.lexicon import Lexicon
from atma_overlay.language.openings import opening_named
from atma_overlay.language.signs import BROAD, WORDINGS, Sign
from atma_overlay.language.tokens import Span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Act, Cardinality, Change

_DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days"
_TIMES = rf"{_DAYS}|weekends?|weekdays|weeknights|mornings?|afternoons?|evenings?|nights?|school days|term[- ]time"
_RIDES = "bus|train|car|bike|bicycle|tram|coach|taxi|cab|boat|ferry|plane|tube|metro|scooter|myself|ourselves"
_COPIES = "test|testing|staging|dev|sandbox|demo|qa|uat|preview|ci|canary"
_SYSTEMS = (
    "environment|env|servers?|cluster|system|branch|instance|stack|machine|setup|site|app|database|db|api|bucket|account"
    "|backend|frontend|deployment"
)
_SETTING = (
    r"\bin (?:the |our |my )?(?:unit|integration|e2e|end[- ]to[- ]end|smoke|load|regression|acceptance) tests?\b|"
    rf"\b(?:in|on|for|at) (?:the |our |my )?(?:(?:{_COPIES}|development|local) (?:{_SYSTEMS})|{_COPIES})\b"
    rf"|\b(?:our|my|the) (?:{_COPIES}) (?:{_SYSTEMS})\b|\bon (?:mobile|desktop)\b"
    r"|\bon (?:the|my|our) (?:old |other |second |work )?"
    r"(?:phone|mobile|tablet|ipad|servers?|laptop|desktop|computer|tv)\b"
    r"|\bunder (?:heavy |peak |full )?load\b|\bat peak\b|\bin (?:meetings|rehearsals|emergencies)\b"
    r"|\bof (?:the|an) (?:other|rival|neighbou?ring|opposing|adjacent|competing|visiting)\b"
    r"|\b(?:on|in|for) (?:the|this|that|one|another) (?:[\w-]+ ){0,2}(?:project|task force|committee|working group"
    r"|campaign|assignment|pilot)\b"
    r"|\bfor (?:emergencies|(?:my |our |the )?business|personal (?:use|things|stuff)|private use|guests|parties"
    r"|clients|this (?:project|client|trip|one)|the \w+ project)\b"
)
_SEVERAL = (
    "services|workloads|pipelines|projects|repos|repositories|teams|apps|jobs|sites|clients|customers|people|users|pages"
    "|docs|machines|servers|databases|accounts|clusters|products|features|requests|branches|stores|shops|offices"
)
_CODE = (
    "python|rust|golang|javascript|typescript|java|kotlin|ruby|php|haskell|scala|lua|latex|markdown|html|css|sql|yaml"
    "|notebooks|scripts|config files|prose|poems|plots|prototypes"
)
_ENDEAVOURS = (
    "foundation|charity|club|society|church|choir|band|thesis|dissertation|novel|memoir|blog|podcast|newsletter|kids"
    "|children|horses|dogs|cats|garden|allotment|side (?:project|business|gig)|day job|rental(?: income| flat)?"
)
_PEOPLE = (
    "customers|clients|suppliers|vendors|investors|patients|pupils|students|parents|friends|colleagues|contractors"
    "|partners|neighbou?rs|volunteers|kids|children|grandparents|grandkids|family|board|team|group|band|choir|club"
    "|committee|council|class|tenants|players|members|sponsors|external people"
)
_ROOMS = (
    "car|van|truck|boat|kitchen|office|garage|studio|workshop|lab|barn|shed|cellar|basement|garden|classroom|library"
    "|band|choir|orchestra|club|clinic|bedroom|bathroom"
)
_SINCE_WHEN = (
    "(?:the (?:last|past|next|first|rest)|ages|years|months|weeks|days|now|good|long|ever|once|sure|example|instance"
    r"|context|reference|clarity|completeness|reasons?|the record|the moment|the time being|what|me|us|my part|my sins"
    r"|a|an|about|over|almost|nearly|some|several|many|most|all|everything|\d+|one|two|three|four|five|six|seven|eight"
    "|nine|ten|more than|at least)"
)
"""What opens with *for* as purposes do, and tells how long, of whom or of all of it."""
_BESIDE = (
    "use|using|go|see|have|play|take|train|swim|bank|eat|drink|drive|shop|buy|write|read|wear|listen|watch|chat|meet"
    "|talk|speak|rent|own|run|host|deploy|store|track|cook|heat|sleep|ride"
)
"""What is done for one purpose beside what is done for others; where somebody lives for a reason is where they live."""
_NOW = r"(?:now |always |usually |mostly |normally |still |currently |just |only )?"
_ACTS = rf"(?:(?:i|we) {_NOW}(?:{_BESIDE})|(?:i'm|we're|i am|we are) {_NOW}(?:us|go|see|tak|driv|ship|train)\w*ing)\b"
_OWN_IS = r"(?:my|our|the) (?:[\w'-]+ ){1,3}(?:is|are)\b"
_FRONT = r"(?:^|[,;:.!?] |\b(?:and|but|so|though|although|while) )"
_PHRASE = r"(?:[\w'-]+ ){0,4}?[\w'-]+"
_LIVES = rf"(?:i|we) {_NOW}(?:live|work|stay|sleep|{_BESIDE})\b"
_NO_PLACE = "moment|time|end|start|beginning|outset|latest|minute|same|present|office|company|firm|new|weekend"
_NOT_THEN = r"(?:which|this|last|the (?:last|past|move|meantime|lockdown|pandemic|divorce|merger))"
_FRONTED = re2.compile(
    rf"{_FRONT}(for {_PHRASE}),? (?:{_ACTS}|{_OWN_IS})"
    rf"|{_FRONT}(with (?:my |our |the |external |most |new )?(?:[\w'-]+ )?(?:{_PEOPLE})),? {_ACTS}"
    rf"|{_FRONT}(at (?:work|school|uni|university|college|the office)),? i {_NOW}(?:{_BESIDE})\b"
    rf"|{_FRONT}(at home|at (?:the|my|our) {_PHRASE}|(?:in|on) (?:the|my|our) (?:[\w'-]+ )?(?:{_ROOMS})),? {_ACTS}"
    rf"|{_FRONT}(in (?:the )?(?:summer|winter|spring|autumn|fall)|during {_PHRASE}),? {_LIVES}"
    rf"|\b(?:i|we) (?:now |mostly )?(?:use|write) {_PHRASE} (?:now )?"
    rf"(for (?:(?:{_CODE})|(?:my|our|the) (?:{_ENDEAVOURS})))\b"
)
_NO_PURPOSE = re2.compile(
    rf"^for {_SINCE_WHEN}\b|^during {_NOT_THEN}\b|^at \w+ (?:{_NO_PLACE})\b"
    r"|\b(?:years?|months?|weeks?|while|everything|reasons?|sake)$"
)
_FRONTED_SHOWN = Sign(
    r"\b(?:for|with|at|in|on|during)\b(?: [\w'-]+){1,5},? (?:i|we|my|our|the|i'm|we're)\b",
    rf"\bfor (?:{_CODE})\b|\bfor (?:my|our|the) (?:{_ENDEAVOURS})\b",
    family=WORDINGS,
)
_STATES = (
    "use|using|work|go|liv|driv|hav|has|play|tak|train|swim|run|bank|stud|eat|drink|teach|own|rent|deploy|host|writ"
    "|listen|watch|read|speak|wear|shop|manag|see|do|report|answer|belong|attend|learn|volunteer|subscrib|dat|follow"
    "|rely|keep|bring|stay|sleep|commut"
)
"""What is done beside something else; who also *moved* moved."""
_COUNT = r"one|two|three|four|five|several|many|most|some|a few|a couple of|a handful of|\d+"
_DEGREE = (
    r"\b(?:sometimes|often|frequently|regularly|occasionally|rarely|seldom|partly|partially|in part|gradually|slowly)\b"
    r"|\bboth (?:[\w.+#/-]+ ){1,3}and\b"
    rf"|\balso (?:{_STATES})(?:e|s|es|ing|ning|ming|y|ies)?\b|(?:'m|\bam|\bis|\bare|'re) also\b"
    r"|\b(?:too|as well|on top of (?:that|it)|in addition)\b"
    r"|\b(?:an?|my|our) (?:second|third|fourth|side|extra|additional|part-time|evening|temporary|summer|holiday) [\w-]+"
    r"|\b(?:have|has|'ve got|got|there's|there is) (?:yet )?another [\w-]+"
    r"|\b(?:now and (?:then|again)|from time to time|once in a while|(?:half|part|some) of (?:the|my|our) time)\b"
    rf"|\b(?:{_COUNT}|half|parts?|a (?:third|quarter|part|bit)|\d+ ?(?:%|percent)) of"
    r" (?:our|my|the|us|these|those)\b"
    rf"|\b(?:half (?:of )?(?:our|my|the)|{_COUNT}|new|the new) (?:\w+ )?(?:{_SEVERAL})\b"
    r"|\b(?:one|a single) (?:service|app|workload|pipeline|project|repo|team|client|customer)\b"
    r"|\b(?:start(?:ed|ing)?|beg[au]n|beginning|halfway through) (?:to (?:migrate|move|switch|transition|port)"
    r"|migrating|moving|switching|transitioning|porting)\b|\b(?:are|am|is|'re|'m) (?:migrating|transitioning|porting)\b"
)
_PART = (
    rf"\b(?:on|at|in|during|over) (?:the |most |some |school |bank )?(?:{_TIMES})\b"
    rf"|\b(?:{_DAYS}|weekends|nights|weekdays|(?:during|in) the week)\b|\bby (?:{_RIDES})\b|\bon foot\b"
    r"|\b(?:full|part)[- ]time\b|\b(?:as|so|that|very) (?:often|much|frequently|regularly)\b"
    r"|\b(?:every|each) (?:\w+ )?(?:day|week|weekend|month|morning|evening|night|year|time)\b|\bon my own\b|\balone\b"
    r"|\b(?:once|twice|\w+ times) an? (?:day|week|month|year)\b|\b(?:daily|weekly|monthly|regularly|overnight)\b|"
    + _SETTING
)
_OVER = (
    r"\bno longer\b|(?:n't|\bnot|\bnever) (?:[\w'./&-]+ ){1,9}?any ?(?:more|longer)\b"
    r"|\b(?:stop|stops|stopped|quit|ceased|given up|gave up) \w+ing\b"
)
_PARTLY = re2.compile(
    rf"({_PART}),? (?:[\w'./&-]+ ){{0,4}}?(?:{_OVER})"
    rf"|(?:{_OVER})(?: [\w'./&-]+){{0,8}}? ({_PART})"
    rf"|(?:n't|\bnot|\bnever) (?:[\w'./&-]+ ){{1,8}}?({_PART}) any ?(?:more|longer)\b"
)
_SOME_DAYS = (
    r"\b(?:on|at|over|during) (?:the |most |some |school |bank )?"
    rf"(?:weekends|weekdays|weeknights|(?:school |work|bank )?(?:days off|holidays))\b|\b(?:{_DAYS}|school days)\b"
    r"|\bevery (?:other|second|third|few|two) \w+|\bwhen (?:it|the weather)(?: is|'s) \w+"
    rf"|\b(?:from|between) (?:{MONTHS}) (?:to|and|until|till|through) (?:{MONTHS})\b"
    r"|\b(?:during|in) the week\b|\bin (?:the )?(?:mornings|afternoons|evenings)\b|\bin term[- ]time\b"
)
_YEARLY = "summer|winter|spring|autumn|fall|term|semester|season|school year|holidays|dry season|rainy season"
_PARTS_OF_A_WEEK = "days?|nights?|mornings?|afternoons?|evenings?|weekends?"
_A_TIME = r"(?:an?|per|each|every|(?:out )?of the|in the) (?:week|fortnight|month|term|year)"
_SO_OFTEN = (
    rf"\b(?:an?|one|two|three|four|a few|a couple of|some|most|[1-4]) (?:{_PARTS_OF_A_WEEK}) {_A_TIME}\b"
    rf"|\b(?:an?|one|two|three|four|five|six|eight|ten|a few|a couple of|some|most|\d) (?:weeks?|months?) {_A_TIME}\b"
    rf"|\b(?:once|twice|(?:\w+|a few|a couple of) times) {_A_TIME}\b"
    r"|\b(?:half|part|some|most) (?:of )?(?:the|each) (?:week|month|year|time)\b|\bpart[- ]time\b"
    rf"|\b(?:in|over|during) (?:the )?(?:{_YEARLY})(?: months)?\b|\bin (?:the )?(?:summers|winters)\b"
    rf"|\bevery (?:{_YEARLY})\b"
)
"""Of what is so: *two days a week*, *during term*; *I moved there in the summer* tells when."""
_IN_PART = re2.compile(f"{_SOME_DAYS}|{_SETTING}|{_DEGREE}")
_OFTEN = re2.compile(_SO_OFTEN)
_SHOWN = Sign(_OVER, family=WORDINGS)
_PART_SHOWN = Sign(_SOME_DAYS, _SETTING, _DEGREE, family=BROAD)
_OFTEN_SHOWN = Sign(_SO_OFTEN, family=BROAD)


def ended_in_part(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence, ends doubted where only a part is told to be over; that part is not so, and ends.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    if not any(c.act is Act.END for c in found) or not sentence.shows(_SHOWN, sentence.said):
        return found
    told = list(_stretches(sentence))
    over = [part for _, part in told]
    kept = [c for c in found if c.act is not Act.ASSERT or not touches(c.span, over)]
    return [
        c.but(confidence=min(c.confidence, DOUBTED)) if any(_is_meant(c, sentence, *each) for each in told) else c
        for c in kept
    ]


_JOINED = re2.compile(
    r"[,;:.!?()]|\b(?:and|but|so|because|as|since|while|when|which|that|who|where|if|though|although|until|before|after"
    r"|except|instead)\b"
)


def told_of_a_part(found: list[Candidate], sentence: ReadSentence, lexicon: Lexicon) -> list[Candidate]:
    """The candidates of a sentence, beside what is known where they are told of a part alone: they only propose.

    Args:
        found: the candidates.
        sentence: what they were found in.
        lexicon: knows what things are for.
    """
    if not found:
        return found
    parts = list(_parts(sentence))
    if parts:
        found = [c.but(temporary=True) if any(_of_the_part(c, sentence, p) for p in parts) else c for c in found]
    if often := list(_often(sentence)):
        found = [c.but(temporary=True) if any(_so_often(c, sentence, p) for p in often) else c for c in found]
    if any(not c.affirmed for c in found):
        found = [c for c in found if not _is_so_too(c, sentence)]
        found = [c.but(temporary=True) if _only_then(c, sentence) else c for c in found]
    if not sentence.shows(_PURPOSE_SHOWN, sentence.said):
        return found
    return [c.but(temporary=True) if _for_something_else(c, sentence, lexicon) else c for c in found]


_PLAIN_END = re2.compile(
    r"^[\"'”’)*_`]*(?:\s*(?:[.!?;:,…)(]|[–—-]|$)| (?:any ?more|any longer|at all|now|nowadays|these days|right now"
    r"|today|currently|either|myself|ourselves|too|though|and|but|or|so|period"
    r"|for (?:good|now|ages|years|months|weeks))\b)"
)
_NOT_QUITE = re2.compile(
    r"(?:n't|\bnot|\bnever|\bnor)(?: [\w'-]+){0,4}? (?:merely|simply|exactly|necessarily|entirely|fully|really|badly"
    r"|happily|always|even|all|quite|completely|strictly|particularly|especially)\b[^.!?;]*$"
)
_DENYING = re2.compile(r"n't\b|n’t\b|\b(?:not|never|nor|no|none|neither|without|nothing|hardly|cannot)\b")
_NOT_ONLY = re2.compile(r"(?:n't|\bnot)(?: [\w'-]+){0,3}? (?:just|only|solely|exclusively)\b[^.!?;,]*$")


def _only_then(candidate: Candidate, sentence: ReadSentence) -> bool:
    """*I never play tennis in the rain*, *I don't play guitar well*, *I'm not vegan because it's trendy*.

    What is not done in one circumstance, in one way or for one reason is done all the same.
    """
    if not _is_denied(candidate):
        return False
    start, end = (place - sentence.sentence.start for place in candidate.span)
    if _DENYING.search(sentence.said[:start]) is None:
        return False  # Tom moved in with me: nobody lives alone
    return _PLAIN_END.search(sentence.said[end:]) is None or _NOT_QUITE.search(sentence.said[:start]) is not None


def _is_denied(candidate: Candidate) -> bool:
    told = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT and candidate.change is Change.NONE
    return told and not candidate.affirmed and candidate.valid_to is None


def _is_so_too(candidate: Candidate, sentence: ReadSentence) -> bool:
    """*I'm not just vegetarian*, *we don't only use React*: it is so, and something besides."""
    start = candidate.span[0] - sentence.sentence.start
    return _is_denied(candidate) and _NOT_ONLY.search(sentence.said[:start]) is not None


_USING = re2.compile(r"\b(?:use|using|used)(?: the| an?| my| our)? $")
_FOR = re2.compile(r"^ for ((?:[\w'-]+ ){0,3}?[\w'-]+)[.,;:!?]*$")
_FROM_NOW = re2.compile(r"\b(?:now|instead|nowadays|these days|any ?more|from now on|switched|moved|only|always)\b")
_PURPOSE_SHOWN = Sign(r"\b(?:use|using|used) [^,;:!?]{1,60} for \w", family=WORDINGS)


def _for_something_else(candidate: Candidate, sentence: ReadSentence, lexicon: Lexicon) -> bool:
    """*I started using Obsidian for diagrams*: a purpose that is not what tools of its kind are for."""
    if candidate.thing is None or candidate.thing != candidate.attribute or candidate.valid_to is not None:
        return False
    begin, (start, end) = sentence.sentence.start, candidate.span
    said = sentence.said
    purpose = _FOR.match(said[end - begin :])
    if purpose is None or not _USING.search(said[: start - begin]) or _FROM_NOW.search(said):
        return False
    known = lexicon.attributes[candidate.attribute]
    names = " ".join((known.id.replace("_", " "), known.name, *known.nouns, *known.cues)).lower().split()
    stems = {x.rstrip("s") for x in names}
    told = purpose.group(1).split()
    return _NO_PURPOSE.search(f"for {purpose.group(1)}") is None and stems.isdisjoint(x.rstrip("s") for x in told)


def _parts(sentence: ReadSentence) -> Iterator[Span]:
    """Each wording of a part, as offsets into the text."""
    begin = sentence.sentence.start
    if sentence.shows(_PART_SHOWN, sentence.lowered):
        yield from ((begin + m.start(), begin + m.end()) for m in _IN_PART.finditer(sentence.said))
    if sentence.shows(_FRONTED_SHOWN, sentence.said):
        yield from ((begin + start, begin + end) for start, end in _fronted(sentence.said))


def _often(sentence: ReadSentence) -> Iterator[Span]:
    """Each wording of how often something is so, as offsets into the text."""
    if sentence.shows(_OFTEN_SHOWN, sentence.lowered):
        begin = sentence.sentence.start
        yield from ((begin + m.start(), begin + m.end()) for m in _OFTEN.finditer(sentence.said))


def _so_often(candidate: Candidate, sentence: ReadSentence, part: Span) -> bool:
    """Whether it is told of a value, of which there is one at a time, that it is so at some times."""
    if candidate.cardinality is not Cardinality.SINGLE or candidate.value_kind in TIMED:
        return False
    clause = clause_of(sentence, part)
    return clause is not None and clause.tense == "present" and _of_the_part(candidate, sentence, part)


def _fronted(said: str) -> Iterator[Span]:
    """The settings and purposes that are told before or behind what is done in them."""
    for match in _FRONTED.finditer(said):
        place = match.lastindex or 0
        if not _NO_PURPOSE.search(match.group(place)):
            yield match.span(place)


def parts_named(said: str) -> frozenset[str]:
    """The parts that a sentence tells of, in its own words.

    Args:
        said: the sentence, in lower case.
    """
    found = {m.group() for each in (_IN_PART, _OFTEN) for m in each.finditer(said)}
    found |= {said[start:end] for start, end in _fronted(said)} | named_alone(said) | opening_named(said)
    return frozenset(x.strip(" ,") for x in found)


def _of_the_part(candidate: Candidate, sentence: ReadSentence, part: Span) -> bool:
    """Whether a value is told in the clause of the part, which is not the value."""
    if candidate.act is Act.END or candidate.part is Part.RETRACTED or candidate.valid_to is not None:
        return False
    begin, (start, end) = sentence.sentence.start, candidate.span
    company = sentence.said[: part[0] - begin].rstrip().endswith(" with")  # moved there with some of my friends
    said = sentence.said[part[0] - begin : part[1] - begin]
    whole = candidate.value_kind in _WHOLE and _ONE_MORE.search(said) is None
    of_days = candidate.value_kind == "quantity" and _DAYS_ONLY.search(said) is not None
    if overlap(candidate.span, part) or (whole and not of_days) or company:
        return False
    timed = candidate.value_kind in TIMED and candidate.change is Change.NONE
    if timed and part[0] < start and _opens(sentence.said, part[0] - begin, part[1] - begin):
        return True
    between = sentence.said[end - begin : part[0] - begin] or sentence.said[part[1] - begin : start - begin].lstrip(",")
    return not _JOINED.search(between)


_OPENING = re2.compile(r"(?:^|^(?:by the way|also|and|but|so|oh|well|plus|though|actually),? )(?:on (?:the )?)?$")
_SETS_OFF = re2.compile(r"^,? (?:i|we)\b")


def _opens(said: str, start: int, end: int) -> bool:
    """*On Fridays, I like an early start, so I wake up at six*: what a sentence opens with is said of all its hours."""
    return _OPENING.search(said[:start]) is not None and _SETS_OFF.match(said[end:]) is not None


_ONE_MORE = re2.compile(
    r"\b(?:another|second|third|fourth|extra|additional|too|as well|on top of (?:that|it)|in addition|besides)\b"
)
_DAYS_ONLY = re2.compile(rf"\b(?:weekends|weekdays|weeknights|days off|holidays|{_DAYS})$")
"""*I sleep nine hours on Sundays*: how much it is then; a dose *in the mornings* is all of it."""
_WHOLE = frozenset({"quantity", "day", "frequency", "date"})
"""*50 mg in the mornings* tells how much, *from Tuesdays to Sundays* when: that is all of it."""


def _stretches(sentence: ReadSentence) -> Iterator[tuple[Span, Span]]:
    """Each wording of an end in part, with that part, as offsets into the text."""
    begin = sentence.sentence.start
    for match in _PARTLY.finditer(sentence.said):
        start, end = match.span(match.lastindex)
        between = sentence.said[match.start() : start] + sentence.said[end : match.end()].lstrip(",")
        if not _JOINED.search(between):
            yield (begin + match.start(), begin + match.end()), (begin + start, begin + end)


def _is_meant(candidate: Candidate, sentence: ReadSentence, wording: Span, part: Span) -> bool:
    """Whether the wording is of what ends, and that is not the part."""
    start, end = candidate.span
    if candidate.act is not Act.END or candidate.part is Part.RETRACTED or overlap(candidate.span, part):
        return False
    begin = sentence.sentence.start
    behind = start >= wording[1] and not _JOINED.search(sentence.said[wording[1] - begin : start - begin])
    return behind or (wording[0] <= start and end <= wording[1])
