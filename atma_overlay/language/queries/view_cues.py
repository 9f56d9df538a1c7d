"""The wordings that say which state view a query asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.state.kept import kept

_SWITCH = (
    r"(?:switch(?:ed)?|chang(?:e|ed)|mov(?:e|ed)|swap(?:ped)?|stop(?:ped)?|start(?:ed)?|quit|leave|left|join(?:ed)?|"
    r"become|became|transfer(?:red)?|convert(?:ed)?|migrat(?:e|ed)|replac(?:e|ed)|upgrad(?:e|ed)|drop(?:ped)?|"
    r"cancel(?:led|ed)?|give up|gave up|begin|began|re(?:book|locat|nam|schedul|plac|design|wr[io]t)\w*|"
    r"sell|sold|buy|bought|(?:go|went|come|came) back|"
    r"make the (?:switch|move|change)|made the (?:switch|move|change)|go(?:es)? from|went from|go over|take over)"
)
_SHIFT = r"(?:chang|evolv|shift|switch|differ|alter|vari|mov)\w*"
_GROW = r"(?:gone (?:up|down)|developed|grown|progressed|climbed|risen|fallen|dropped|increased|decreased|shrunk)"
_PAST_GROW = r"(?:go (?:up|down|back)|grow|develop|progress|climb|rise|fall|drop|increase|decrease|shrink)"
_RISE = r"(?:go (?:up|down)|grow|rise|increase|decrease|shrink)"
_PRONOUN = r"i|we|they|it|he|she|these|those"
_NUMBER = r"(?:two|three|four|few)"
_WHEN = r"(?:when|at (?:what|which) point|in (?:what|which) (?:year|month)|(?:what|which) (?:date|day))"
_OWNER = r"(?:my|our|the|his|her|its|their|\S+['’]s)"
_FORMER = r"(?:previous|former|prior) [\p{L}-]+(?:[^\p{L}'’-]|$)"
"""Not a person whose possession is asked for: *the previous owner's lawyer*."""
_PAST_ONES = r"(?:past|previous|former|earlier|old) (?:\S+ )?\S*[^s\s?.]s\b"
_TURN = "change|switch|move|migrate"
_TURNED = "(?:changed|switched|moved|migrated)"
_OLD = "(?:old|former|previous|past|last)"
_NEW = "(?:new|current|present)"
_SPELL = r"(?:my|our|his|her|their|\S+['’]s) (?:\S+ ){0,3}(?:years|days|time|stay|stint|phase|spell|period|era)"
_ASK = r"(?:what|which|where|whom|who|how many|how much)"
_SOMEBODY = r"(?:i|we|they|he|she|mum|mom|dad|(?:my|our|his|her|their) (?:\S+ )?\S+|(?-i:\p{Lu})\S+)"
_SOMEONE = r"(?:i|we|they|he|she|(?-i:\p{Lu})\S+)"
_BE_OR_DO = r"(?:am|are|is|do|does|did|have|has|was|were|(?:are|is|do|does|did|have|has|was|were)n['’]t)"
_LATELY = r"(?: (?:ever|recently|lately|already|just|actually|really))?"
_MOVED = r"(?:moved|relocated|migrated|quit|stopped|replaced|swapped|left (?-i:\p{Lu})\S+)"
_MOVE = r"(?:move|relocate|migrate|quit|stop|replace|swap|leave (?-i:\p{Lu})\S+)"
_A_CHANGE = r"(?:switch|change|move|migration|transition)"
_CHANGING = r"(?:leaving|switching|moving|changing|quitting|dropping|replacing|migrating|stopping)"
_STAYED = r"(?:lived?|work(?:ed)?|used?|own(?:ed)?|driven?|bank(?:ed)?|stay(?:ed)?|rent(?:ed)?|study|studied)"

_SOURCES: dict[str, tuple[str, ...]] = {
    "neutral": (
        r"\btell me (?:(?:all|more|everything) )?about\b",
        r"\btell me (?:everything|anything|what(?:ever)? you (?:have|know|hold))\b",
        r"\bwhat (?:do|did) you (?:know|remember|hold|recall)\b|\bwhat do you have (?:on|about|stored|saved|noted)\b",
        r"\b(?:everything|anything|whatever|all|what) (?:that )?you (?:have|hold|know|remember) (?:on|about|of)\b",
        r"\beverything (?:about|concerning|regarding)\b|\bme everything\b",
        r"\bdo you (?:have|know|hold|remember) (?:anything|something|any notes)\b",
        r"\b(?:anything|what(?:['’]s| is)|everything) (?:stored|saved|noted|(?:on|in) (?:file|record|memory))\b",
        r"\b(?:exact|precise|own|very|verbatim) (?:words?|wording|text|phrasing|quote)\b",
        r"\bword for word\b|\bverbatim\b|\bfull text\b|\bexactly as (?:given|said|written|i)\b",
        r"\bwhat (?:exactly|precisely) did\b.*\b(?:say|said|write|call|tell|word|reply|answer)\b",
        r"^(?:please )?(?:quote|recite|repeat|summari[sz]e|search|read (?:me|back))\b",
        r"\bwhat(?:ever)? (?:have|had) (?:i|we) (?:\w+ )?(?:said|told you|mentioned|written|noted|shared)\b",
        r"\bwhat(?:ever)?(?:['’]ve| i['’]ve| have i| i have) (?:said|told you|mentioned)\b",
        r"\b(?:which|what) (?:notes?|messages?|memories|entries) (?:mention|say|talk)\b",
        r"\b(?:every|each|all|any) mentions? of\b|\bwhat comes up (?:for|under|about)\b",
        r"\bwhat did (?:i|we) (?:say|write|tell you|mention) (?:about|on)\b",
    ),
    "series": (
        r"\bin (?:the |chronological |date |time )?order(?:\s*(?:[?.,;:!)]|$)|\s+(?:of|from|by|since)\b)",
        rf"\bin the (?:order|sequence|turn) (?:that |in which )?(?:{_PRONOUN}) ",
        r"\bin (?:what|which) order\b|\bin sequence\b|\bchronological\w*\b",
        r"\b(?:oldest|earliest|first|latest|newest|most recent)(?: one| ones)? (?:to|through|until) "
        r"(?:the )?(?:last|latest|newest|oldest|earliest|first|now|current|present)\b",
        r"\b(?:oldest|earliest|newest|latest) first\b|\bfrom the (?:first|earliest|oldest|beginning|start) on\w*\b",
        r"\bover time\b|\bone after (?:another|the other)\b|\b(?:at|for) each (?:step|stage|point)\b",
        r"^(?:what|which) .*\bgone through\b",
        r"^(?:please )?(?:list|name|show(?: me)?|give me|tell me|write down|go through|walk me through|run through)\b.*"
        r"\b(?:every|each|all)\b.*\b(?:been|had|was|were|used|owned|lived|worked|ever|so far|'ve|’ve)\b",
        r"[.?!]\s*(?:give me |show me )?(?:every|each|all)\b",
        rf"^how (?:has|have)\b.*\b{_GROW}\b",
        r"^(?:what|which) (?:\S+ )?\S+s (?:has|have) (?:\S+ )+"
        r"(?:had|used|owned|tried|lived in|worked (?:at|for|with))\b",
        r"^(?:what|which) (?:\S+ )?\S+s (?:has|have) (?:\S+ )+been(?: \p{L}*[a-fh-z]\b|\s*[?.]|$)",
        r"\b(?:over|through|throughout|across|down) (?:all )?(?:the|these|those) (?:last |past )?(?:\S+ )?"
        r"(?:years|months|decades)\b",
        r"^(?:where|who|whom|what|which)(?: \S+){0,2} have (?:i|we|he|she|they|you)\b.*"
        r"\b(?:so far|to date|up to now)\b",
        r"\b(?:full|whole|complete) (?:history|timeline|sequence|list of (?:past|previous))\b",
        rf"\b(?:history|timeline) of {_OWNER} |^(?:{_OWNER} (?:\S+ )?)?\S+ (?:history|timeline)\s*[?.]?$",
        r"^(?:(?:all|every|each)(?: of)? (?:the )?\S+|(?:the )?\S+s) (?:that )?"
        rf"(?:(?:i|we|they)['’]ve|(?:i|we|they|he|she) ha(?:ve|s)) (?:ever )?(?:been|had|{_STAYED})\b",
        rf"^(?:have|has|did|was|were) {_SOMEBODY} (?:ever|always) (?:been|be|had|have|in|at|with|on|{_STAYED})\b",
        rf"^(?:please )?(?:list|name|show(?: me)?|give me|tell me|what (?:are|were)|who (?:are|were))(?: all)?(?: of)? "
        rf"{_OWNER} {_PAST_ONES}|^(?:all )?(?:{_OWNER} )?{_PAST_ONES}\s*[?.]*$",
        rf"^how many \S+s did {_SOMEBODY} (?:have|own|drive|try)\b|^(?:all|every|each) .*\bso far\b|^what were all\b|"
        rf"^(?:list|show(?: me)?|give me) all {_PAST_ONES}",
        rf"^how many \S+s ha(?:ve|s) {_SOMEBODY} (?:ever |already )?(?:had|been (?:at|with|on)|{_STAYED})\b",
        rf"^(?:all|every|each)(?: of)? (?:my|our) .*\bsince\b|^(?:was|were|has|have) (?:it|that|{_OWNER} \S+(?: \S+)?) "
        r"(?:always|ever)\b",
        # Which did I have first, the Golf or the Polo? Of events (did I meet first) none took another's place.
        rf"^(?:which|what|who|whom|where)\b.*\b(?:was|were|had|came|did {_SOMEBODY} (?:have|{_STAYED}))\b"
        r".*\bfirst\b,? .*\bor\b",
    ),
    "ever": (rf"^(?:have|has|had|did) {_SOMEBODY} ever [\p{{L}}-]+",),
    "said": (
        r"\bever (?:t[eo]ld?|mention|sa(?:y|id)|ask|talk|sp[eo]ke?|th(?:ink|ought)|consider|want|notice|wonder)\w*",
    ),
    "from_to": (
        rf"\bfrom (?:{_ASK}|one)(?: \S+)? (?:in)?to (?:{_ASK}|the other|another)\b",
        r"\bwhere (?:\S+ ){1,3}moved from\b|\bwhich (?:did|do|have|has) .* leave\b.*\b(?:arrive|join|move|go)\b",
        rf"^{_ASK}\b.*\bleave and (?:which|where|what|who)\b",
    ),
    "change": (
        rf"^(?:and )?how (?:did|has|have|had)\b.*\b(?:{_SHIFT}|{_PAST_GROW})\b",
        r"\bwhat(?:['’]s| has| have)?(?: since| recently| ever)? (?:changed|shifted|moved|switched|evolved)\b",
        r"\bwhat(?:['’]s| is| was| has been) (?:new|different)\b",
        r"\bwhat (?:has )?(?:happened|became|become) (?:to|of|with)\b",
        r"^(?:did|has|have|had)\b.*\b(?:changed?|switch(?:ed)?)\b",
        rf"^(?:has|have|had) {_SOMEBODY}{_LATELY} (?:{_MOVED}|{_GROW})\b",
        rf"^did {_SOMEBODY}{_LATELY} (?:{_MOVE}|{_PAST_GROW})\b",
        rf"\bhow much (?:more |less )?(?:did|has|have)\b.*\b(?:{_RISE}|{_GROW})\b",
        rf"\b(?:what|which)(?: \S+){{0,2}} ha(?:ve|s) {_SOMEBODY}{_LATELY} "
        r"(?:changed|replaced|switched|swapped|migrated|upgraded)\b",
        rf"\b(?:reasons? (?:for|behind)|why) (?:the|my|our|his|her|their) {_A_CHANGE}\b|"
        rf"\breasons? (?:for|behind) {_CHANGING}\b|^why {_BE_OR_DO} (?:not )?{_SOMEONE}\b.*"
        r"\b(?:any ?more|no longer)\b",
        r"^(?:recent |latest |all )?changes (?:to|in|of) (?:my|our|his|her|their)\b",
        r"^where did (?:\S+ ){1,2}move from\b",
        rf"^(?:which|what|whose) (?:{_NUMBER} )?\S+ (?:(?:in|of|on|about) (?:\S+ )?\S+ )?"
        r"(?:was |were |got |has |have )?(?:been )?(?:changed|switched|swapped|replaced|exchanged)\b",
        r"\bsince (?:when|(?:what|which) \w+)\b",
        rf"\b{_WHEN} (?:exactly )?(?:did|have|has|was|were)\b[^?!]*\b(?:{_SWITCH}|{_RISE})\b",
        r"\b(?:what|who|which \S+) "
        r"(?:replaced|succeeded|superseded|preceded|took over|came (?:after|next|instead)|took the place)\b",
        r"\b(?:what|who|whom|which \S+) did (?:\S+ ){1,3}(?:replace|supersede|succeed)\b|\bwhat ended\b",
        rf"^how come\b.*\b{_SWITCH}\b|\bthe last time {_SOMEBODY} (?:changed|switched|{_MOVED})\b",
        rf"\bwhy (?:did|have|has|was|were)\b.*\b{_SWITCH}\b|\bmade (?:\S+ ){{1,3}}{_SWITCH}\b",
        r"\bbefore and after\b",
        rf"^(?:what|which)(?: \S+){{0,3}} did {_SOMEBODY} "
        r"(?:give up|quit|part with|get rid of|change|switch|replace|swap)\b",
        rf"\b(?:{_TURN})\b.*\bfrom(?: and to)?\s*\?*$|^from {_ASK}\b.*\b(?:{_TURN})\b",
        rf"\bwas\b.*\band {_ASK}(?:['’]s| is| are| am| do| does)\b.*\bnow\b",
        r"^(?:was|were|is|are|have|has) there (?:been )?(?:a|any) changes?\b|"
        r"^any (?:\S+ )?changes? (?:to|in|of|with)\b",
        r"^what(?:['’]s| is| was) the (?:last|latest|most recent) change (?:to|of|in)\b",
        rf"^(?:how|when|why|whether) (?:i|we|{_OWNER} (?:\S+ ){{1,4}}?)(?:has |have )?{_TURNED}[^,]*$",
        rf"\b(?:compare|differences?|differs?)\b.*\b{_OLD}\b.*\b{_NEW}\b|"
        rf"\b(?:compare|differences?|differs?)\b.*\b{_NEW}\b.*\b{_OLD}\b",
        rf"^(?:is|are) {_OWNER} (?:\S+ ){{1,4}}(?:the same|different|unchanged)"
        r"(?:\s*[?.]*$| (?:as|from|than|to) (?:before|last|it|they|in|then|what)\b)",
        r"\bhow (?:many times|often) (?:have|has|did)\b.*\b(?:moved?|changed?|switch\w*|swap\w*)\b",
        r"\b(?:trace|track) (?:how|the)\b|\bwas the (?:switch|change|move) (?:from|to)\b",
        r"\bdid\b.*\b(?:go|went) up or down\b|\band (?:what|who) came (?:after|next)\b",
    ),
    "now_instead": (
        rf"\band (?:{_ASK}|how|why)\b[^?]*\b(?:since|instead|nowadays|after that|afterwards)\b[^?]*\?*$",
    ),
    "previous": (
        rf"\b(?:what|who|where|which)(?:['’]s| is| are| was| were)? (?:\S+ ){{0,3}}{_FORMER}",
        rf"\b(?:what|who|where)(?:['’]s| is| are| was| were) {_OWNER} (?:old|ex)\b",
        rf"^(?:(?:{_OWNER} )?(?:previous|former|prior|ex)|{_OWNER} old)[ -][\p{{L}}-]+(?: [\p{{L}}-]+)?\s*[?.]?$",
        r"(?:^|[.!?] )(?:please )?(?:list|show(?: me)?|give me|tell me|name|find|look up|remind me of) "
        rf"{_OWNER} (?:{_FORMER}|(?:old|ex)[ -][\p{{L}}-]+\s*[?.]?$)",
        r"\bbefore (?:that|this|then|it)\b|\bbefore(?:hand)?\s*[?.!]*$|\bpreviously\b|\bformerly\b",
    ),
    "previous_past": (rf"\b{_FORMER}", rf"\b{_OWNER} earlier \p{{L}}+", rf"\b{_OWNER} (?:old|past|ex)[ -]\p{{L}}+"),
    "earlier": (r"\bearlier\s*[?.!]*$",),
    "first": (
        r"\bat first\b|\boriginal(?:ly)?\b|\binitial(?:ly)?\b|\bto (?:begin|start) with\b",
        r"\b(?:in|at) the (?:very )?(?:beginning|start|outset)\s*[?.!,]",
    ),
    "first_past": (r"\bfirst\s*[?.]*$", rf"\b(?:{_OWNER}|very) (?:very )?(?:first|earliest) \p{{L}}+",),
    "last_past": (
        rf"\b{_OWNER} last (?:\p{{L}}+ )?(?:job|employer|address|flat|house|home|boss|manager|car|city|role|plan)\b",
    ),
    "apart": (r"\b(?:minutes?|hours?|days?|nights?|weeks?|months?|years?|long|soon|far|shortly) before\b",),
    "used_to": (r"\b(?:did|do|does)\b.*\buse to\b|\bused to\b",),
    "stay": (
        rf"^(?:and )?(?:for )?how (?:long|many (?:days|weeks|months|years)) (?:did {_SOMEBODY} {_STAYED}|"
        rf"(?:was|were) {_SOMEBODY} (?:at|in|with|on|my|our|his|her|their|a|an|the))\b",
    ),
    "owned_before": (
        r"^(?:my|our) (?:\S+ ){1,4}(?:before|prior to) (?-i:[\p{Lu}\p{N}£$€])\S*(?: (?-i:\p{Lu})\S*)*\s*\?*$",
    ),
    "then": (
        r"\bback then\b|\bat the time\b|\bin those days\b|\b(?:years|months|weeks|ages) ago\b|\blong ago\b|"
        r"\ba (?:long )?while (?:ago|back)\b|\bin the past\b|\bonce upon a time\b|\bin the (?:old|early) days\b",
        r"^(?:what|where|who|which) had\b",
        r"\bin (?:my|our|his|her|their|the) (?:\S+ ){0,3}(?:years|days|era|time|phase|period)\b",
        r"\b(?:in|at) (?:college|school|university|uni|high school)\b|\bas a (?:child|kid|teenager|teen|student)\b|"
        r"\bgrowing up\b",
        rf"\b(?:during|throughout) {_SPELL}\b",
    ),
    "now": (
        r"\bnow\b|\bcurrent(?:ly)?\b|\bthese days\b|\bnowadays\b|\bat the moment\b|\bat present\b|\bpresently\b|"
        r"\bstill\b|\bright now\b|\bas of (?:now|today)\b|\btoday\b",
    ),
    "recall": (
        r"\bdid (?:i|we) (?:say|tell you|mention|note)\b|\bagain\s*\?*$|\b(?:last|latest|most recent(?:ly)?) "
        r"(?:mention|time|told|said|report|update|count)\w*\b|\bmost recently\b|\blatest\b",
    ),
    "standing": (
        r"\busual(?:ly)?\b|\bnormal(?:ly)?\b|\bstanding\b|\bregular(?:ly)?\b|\btypical(?:ly)?\b|\bgeneral(?:ly)?\b|"
        r"\bby default\b|\bas a rule\b|\bpermanent(?:ly)?\b|\bordinar(?:y|ily)\b|\bevery (?:day|week|month|year)\b",
    ),
}  # fmt: skip
_NOT_USED_TO = re2.compile(
    r"(?i)\b(?:am|is|are|was|were|be|been|get|got|getting|'m|'re|'s|’m|’re|’s)(?: \S+)? used to\b"
)

_EVENT = re2.compile(r"(?i)\b(?:before|prior to|until|till|up to)\s+((?:\S+\s*){1,12}?)(?:[,?!;]|\.\s|\.?$)")
_WHEN_STATE = re2.compile(r"(?i)\b(?:when|while|whilst|back when|as long as|the time)\s+(\S.*?)(?:[,?!;]|\.\s|\.?$)")
_IN_SPELL = re2.compile(
    rf"(?i)\b(?:during|throughout|in) ({_SPELL}(?: (?:at|in|with|on|as|of) .*?)?)(?:[,?!;]|\.\s|\.?$)"
)

_IN_PLACE = re2.compile(r"\b(?:in|at) (\p{Lu}[\p{L}\d.&'’-]*(?: \p{Lu}[\p{L}\d.&'’-]*){0,3})\s*[?.!]*$")

_AFTER_NAME = re2.compile(r"\bafter ([\p{Lu}\p{N}£$€][\p{L}\d.&'’-]*(?: \p{Lu}[\p{L}\d.&'’-]*){0,3})\s*[?.!]*$")

_CLAUSES = {
    "after_name": (_AFTER_NAME,),
    "in_place": (_IN_PLACE,),
    "not_used_to": (_NOT_USED_TO,),
    "event": (_EVENT,),
    "when_state": (_WHEN_STATE,),
    "in_spell": (_IN_SPELL,),
}
_ALL = [
    *((name, re2.compile(f"(?i){source}")) for name, sources in _SOURCES.items() for source in sources),
    *((name, pattern) for name, patterns in _CLAUSES.items() for pattern in patterns),
]
_FINDS = PatternSet(*(pattern.pattern for _, pattern in _ALL))


@dataclass(frozen=True, slots=True)
class Cue:
    """A wording that was found: its name and its words, for the trace."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


def cue(name: str, question: str) -> Cue | None:
    """The first wording of one kind in a question."""
    for held, pattern in _present(question):
        found = pattern.search(question) if held == name else None
        if found is not None:
            return Cue(name, found.group().strip(" ?.!,"))
    return None


@kept(64)
def _present(question: str) -> tuple[tuple[str, Any], ...]:
    """The patterns that a question may hold, each with its name, told by one walk over it."""
    return tuple(_ALL[number] for number in _FINDS.held_by(question))


def _has(name: str, question: str) -> bool:
    return any(held == name for held, _ in _present(question))


def used_to(question: str) -> Cue | None:
    """*used to* as a past habit that is asked for, not as what someone is accustomed to or did until now."""
    other = _has("not_used_to", question) or cue("now", question) is not None
    return None if other else cue("used_to", question)


def event_after(question: str) -> tuple[str, int] | None:
    """What a question names after *before* or *until*, and where; None where it names nothing."""
    return _clause(_EVENT.search(question)) if _has("event", question) else None


def state_when(question: str) -> tuple[str, int] | None:
    """What a question names after *when* or *while*, and where."""
    for found in _WHEN_STATE.finditer(question) if _has("when_state", question) else ():
        if found.start() > 0 or "," in question[found.start() :]:
            return _clause(found)
    return None


def spell_in(question: str) -> str | None:
    """The spell that a question is asked about: *during my time at Acme*, *in our Leeds days*."""
    found = _clause(_IN_SPELL.search(question)) if _has("in_spell", question) else None
    return None if found is None else found[0]


def place_in(question: str) -> str | None:
    """Where a question ends that is asked about a place: *who was my landlord in Lyon?*."""
    found = _clause(_IN_PLACE.search(question)) if _has("in_place", question) else None
    return None if found is None else found[0]


def name_after(question: str) -> str | None:
    """The name that a question ends with after *after*: *where did I live after Leeds?*."""
    found = _clause(_AFTER_NAME.search(question)) if _has("after_name", question) else None
    return None if found is None else found[0]


def _clause(found: Any) -> tuple[str, int] | None:
    text = found.group(1).strip(" ?.!,;") if found is not None else ""
    return (text, found.start(1)) if text else None
