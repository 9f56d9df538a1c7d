"""Wordings of a part of something: some days, one environment, some of it, how often."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.doubts.bounded import MONTHS

DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days"
_COPIES = "test|testing|staging|dev|sandbox|demo|qa|uat|preview|ci|canary"
_SYSTEMS = (
    "environment|env|servers?|cluster|system|branch|instance|stack|machine|setup|site|app|database|db|api|bucket|account"
    "|backend|frontend|deployment"
)
SETTING = (
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
_STATES = (
    "use|using|work|go|liv|driv|hav|has|play|tak|train|swim|run|bank|stud|eat|drink|teach|own|rent|deploy|host|writ"
    "|listen|watch|read|speak|wear|shop|manag|see|do|report|answer|belong|attend|learn|volunteer|subscrib|dat|follow"
    "|rely|keep|bring|stay|sleep|commut"
)
"""What is done beside something else; who also *moved* moved."""
_COUNT = r"one|two|three|four|five|several|many|most|some|a few|a couple of|a handful of|\d+"
DEGREE = (
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
_TIMES_OF_A_WEEK = "days|nights|mornings|afternoons|evenings|weekends|weeks|months"
SOME_DAYS = (
    rf"\b(?:most|certain|alternate|on some) (?:{_TIMES_OF_A_WEEK})\b|\bsome (?:{_TIMES_OF_A_WEEK})(?:$|[,.;!])|"
    rf"\bsome (?:{_TIMES_OF_A_WEEK}) (?:i|we|he|she|it|they|my|our|the)\b|"
    r"\b(?:on|at|over|during) (?:the |most |some |school |bank )?"
    rf"(?:weekends|weekdays|weeknights|(?:school |work|bank )?(?:days off|holidays))\b|\b(?:{DAYS}|school days)\b"
    r"|\bevery (?:other|second|third|few|two) \w+|\bwhen (?:it|the weather)(?: is|'s) \w+"
    rf"|\b(?:from|between) (?:{MONTHS}) (?:to|and|until|till|through) (?:{MONTHS})\b"
    r"|\b(?:during|in) the week\b|\bin (?:the )?(?:mornings|afternoons|evenings)\b|\bin term[- ]time\b"
)
_YEARLY = "summer|winter|spring|autumn|fall|term|semester|season|school year|holidays|dry season|rainy season"
_PARTS_OF_A_WEEK = "days?|nights?|mornings?|afternoons?|evenings?|weekends?"
_A_TIME = r"(?:an?|per|each|every|(?:out )?of the|in the) (?:week|fortnight|month|term|year)"
SO_OFTEN = (
    rf"\b(?:an?|one|two|three|four|a few|a couple of|some|most|[1-4]) (?:{_PARTS_OF_A_WEEK}) {_A_TIME}\b"
    rf"|\b(?:an?|one|two|three|four|five|six|eight|ten|a few|a couple of|some|most|\d) (?:weeks?|months?) {_A_TIME}\b"
    rf"|\b(?:once|twice|(?:\w+|a few|a couple of) times) {_A_TIME}\b"
    r"|\b(?:half|part|some|most) (?:of )?(?:the|each) (?:week|month|year|time)\b|\bpart[- ]time\b"
    rf"|\b(?:in|over|during) (?:the )?(?:{_YEARLY})(?: months)?\b|\bin (?:the )?(?:summers|winters)\b"
    rf"|\bevery (?:{_YEARLY})\b"
)
"""Of what is so: *two days a week*, *during term*; *I moved there in the summer* tells when."""
JOINED = re2.compile(
    r"[,;:.!?()]|\b(?:and|but|so|because|as|since|while|when|which|that|who|where|if|though|although|until|before|after"
    r"|except|instead)\b"
)
