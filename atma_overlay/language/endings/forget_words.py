"""The words of requests to forget: what is asked to be done, of what, and what shows that the memory is meant.

Patterns (RE2) over a sentence in lower case with plain apostrophes.
"""

from __future__ import annotations

from atma_overlay import re2

PLAIN = (
    r"(?:forg(?:et|etting|ot|otten)|del|delet(?:e|ed|ing)|eras(?:e|ed|ing)|wip(?:e|ed|ing)|purg(?:e|ed|ing)"
    r"|un-?(?:learn|remember|know|save|note|store)(?:ed|ing)?|redact(?:ed|ing)?|expung(?:e|ed|ing))"
)
"""What is asked of a memory: *forget my rent* needs nothing more."""
LOOSE = (
    r"(?:remov(?:e|ed|ing)|discard(?:ed|ing)?|scrub(?:bed|bing)?|drop(?:ped|ping)?|clear(?:ed|ing)?(?: out| away)?"
    r"|strike|striking|struck|bin(?:ned|ning)?|ditch(?:ed|ing)?|scrap(?:ped|ping)?|destroy(?:ed|ing)?"
    r"|shred(?:ded|ding)?|los(?:e|ing)|lost|blank(?:ed|ing)? out|get(?:ting)? rid of|let(?:ting)? go of|let"
    r"|dispos(?:e|ed|ing) of|throw(?:ing)?(?: away| out)?|tak(?:e|ing)(?: out| off)?|get|cut|cross|ignor(?:e|ed|ing)"
    r"|disregard(?:ed|ing)?)"
)
"""What is asked of things too: *take my rent out of your notes* needs the notes."""
FORGET = rf"(?:{PLAIN}|{LOOSE})"
GONE = (
    r"(?:forgotten|deleted|erased|wiped|purged|removed|discarded|unlearned|redacted|expunged|scrubbed|dropped|cleared"
    r"|struck|binned|destroyed|shredded|taken (?:out|off)|gone)"
)
KEEP = (
    r"(?:keep(?:ing)?(?: track of| a record of| hold of)?|kept|hold(?:ing)?(?: on to| onto| on)?|stor(?:e|ed|ing)"
    r"|remember(?:ed|ing)?|retain(?:ed|ing)?|sav(?:e|ed|ing)|hang(?:ing)? on(?:to| to)?|record(?:ed|ing)?"
    r"|know(?:n|ing)?|hav(?:e|ing)|bring(?:ing)? up)"
)
KEPT = r"(?:kept|stored|saved|remembered|retained|recorded|held|known|on file|on record|in your \w+)"
_STORE = (
    r"(?:notes?|memory|memories|records?|files?|history|logs?|profile|summary|database|head|list|data|books?|mind"
    r"|system|storage|knowledge|brain|archives?|context)"
)
YOUR_MEMORY = rf"your (?:own |long-term |whole |internal |saved )?{_STORE}"
WHAT_YOU_KNOW = (
    r"(?:whatever|what|anything|everything|all|things?|bits?|info(?:rmation)?)(?: that| which)? you(?:'ve| have|"
    r" still)*"
    r"(?: got)? (?:keep|kept|have|hold|know|stored?|remember|got|saved?|noted|recorded|remembered|logged)"
)
MEMORY = (
    rf"(?:\b{YOUR_MEMORY}\b|\b{WHAT_YOU_KNOW}\b|\bfrom (?:the record|memory)\b|\b(?:on|about) (?:me|us|him|her"
    rf"|them)\b"
    r"|\b(?:from|off|out of|in|on) my (?:user )?profile\b|\bon (?:file|record)\b)"
)
SPOKEN = (
    r"(?:told|said|mentioned|gave|given|shared|typed|wrote|written|let slip|brought up|pasted|confessed|admitted"
    r"|confided|disclosed|revealed|spilled|blurted|posted|sent|named|say)"
)
TOLD = (
    r"\b(?:i|we)(?:'ve| have| had|'d)? (?:ever |never |once |just |only |already |earlier |stupidly |accidentally "
    rf"|shouldn't have |should (?:not|never) have )*{SPOKEN}\b"
)
INFO = (
    r"(?:info(?:rmation)?|data|details?|entry|entries|facts?|bits?|things?|parts?|notes?|records?|memory|memories"
    r"|lines?"
    r"|items?|everything|anything|all|stuff|mentions?|knowledge|whatever|what|matter|business|story|remarks?"
    r"|comments?"
    r"|statements?|topic|ones?|answers?|references?|traces?|rumou?rs?)"
)
"""What something known may be called: *the entry that says …*, *all mentions of …*."""
ARTIFACT = re2.compile(
    r"\b(?:e-?mails?|messages?|texts?|files?|folders?|documents?|docs?|pdfs?|pages?|photos?|pictures?|pics?|images?"
    r"|videos?|recordings?|slides?|drafts?|essays?|letters?|articles?|poems?|songs?|posts?|tweets?|comments? on"
    r"|paragraphs?|sentences?|words?|lines? in|spreadsheets?|rows?|columns?|cells?|tables?|charts?|apps?|accounts?"
    r"|branch(?:es)?|commits?|tests?|scripts?|functions?|variables?|repos?|repositor(?:y|ies)|tickets?|issues?|tabs?"
    r"|alarms?|timers?|reminders?|events?|meetings?|appointments?|bookings?|reservations?|orders?|calls?|playlists?"
    r"|lists?|carts?|baskets?|bookmarks?|downloads?|cookies|cache|inbox|outbox|drive|disk|backups?|screenshots?"
    r"|signatures?|captions?|titles?|headings?|headers?|footers?|jokes?|questions?|requests?|voicemails?|jobs?"
    r"|stains?|searches|search|browser|(?:browser|browsing|search|chat|call|order|watch|viewing|git|commit|purchase"
    r"|payment|message|download) history|desk|kitchen|room|car seat)$"
)
"""What is deleted, cleared or dropped elsewhere; of a memory only where that is named."""
NOT_OURS = re2.compile(
    r"^(?:my|our) (?:(?:own|whole|entire) )?(?:mind|permission|consent|approval|agreement|privacy|profile|user"
    r" profile|data"
    r"|information|info|bad|mistake|fault|opinion|last message|memory|part|side|behalf|end|past|request"
    r"|own|pleasure|favou?r|point|experience|view)\b"
)
"""What follows *my* in a request without being what is to be forgotten."""
LEAD = (
    r"(?:(?:oh|ok|okay|so|well|and|but|then|now|also|just|hey|hi|right|actually|sorry|first|next|please|pls|plz"
    r"|kindly"
    r"|go ahead and|do me a favou?r and|feel free to|let's|today|thanks|yes|no|yeah|from now on|once again|therefore"
    r"|either|instead|simply|better|quickly)[,:]? )*"
)
OPENS = rf"(?:^|[,;:.!?)…] |[–—-] ){LEAD}"
"""Where an imperative may stand."""
POLITE = (
    r"\b(?:please|pls|plz|kindly|(?:can|could|will|would) you(?: please| kindly| just| maybe| perhaps| also|"
    r" possibly| now)*"
    r"|you (?:can|may|should|must|could|might as well|have to)(?: now| also| just| please| safely| happily)*"
    r"|(?:i|we)(?:'d| would)? (?:like|love|want|need|prefer|ask|must ask|have to ask)(?: for)? you to(?: please|"
    r" now)?"
    r"|feel free to|so kind (?:as to|and)|(?:is there a way|(?:is it|would it be) possible)(?: for you)? to"
    r"|(?:i'm|i am) asking you to|(?:do me (?:a|the)|as a) favou?r,? (?:and |of )?|time for you to"
    r"|(?:would|do) you mind)"
)
"""What asks for an act politely; the verb stands behind it."""
WISHED = (
    r"\b(?:better|happier|safer|grateful|appreciate(?: it)?|glad|happy|prefer(?: it)?|great|nice|good|lovely|kind"
    r"|like it"
    r"|love it|obliged|relieved|thankful|easier|rather|best)(?:,? if)? you(?:'d)?"
)
"""What wishes for an act: *I'd feel better if you forgot it*."""
CLOSES = (
    r"(?: (?:now|please|pls|plz|thanks|thank you|ok|okay|for good|again|forever|completely|entirely|too|as well|at"
    r" once|then"
    r"|immediately|right away|straight away|today|would you|will you|if you (?:can|could|would|don't mind)|any ?more"
    r"|any longer|altogether|permanently|from now on|ever again|either|somehow|anywhere|asap|yet|still|out|away"
    r"|thx|cheers|if (?:so|possible)))*"
)
"""What may close a request."""
