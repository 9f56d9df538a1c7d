"""The closed classes of English, and the verbs: what the shallow analysis can know without a model."""

from __future__ import annotations

from functools import lru_cache

from atma_overlay.values.normal import MONTHS
from atma_overlay.word_lists import read_list

FIRST_PERSON = frozenset("i we".split())
THIRD_PERSON = frozenset("he she it they".split())
SUBJECT_PRONOUNS = FIRST_PERSON | THIRD_PERSON | frozenset({"you", "this", "that", "these", "those", "there", "who"})
OBJECT_PRONOUNS = frozenset("me us him her it them you myself ourselves himself herself itself themselves".split())
POSSESSIVES = frozenset("my our your his her its their whose".split())
DETERMINERS = frozenset(
    "a an the this that these those some any each every no another both either neither all half such what".split()
)
PREPOSITIONS = frozenset(
    """in on at by for from with without to of off about into onto over under above below near beside between among
    through across around after before during since until till as like per via against along behind beyond inside
    outside towards toward within upon than out up down past despite except round next""".split()
)
CONJUNCTIONS = frozenset(
    "and but or nor so yet because although though while whereas plus if unless whether than".split()
)
SUBORDINATORS = frozenset(
    "if unless when whenever once until till after before because since as while although though".split()
)
WH_WORDS = frozenset("who whom whose which what when where why how".split())
BE = frozenset("be am is are was were been being 's 're 'm isn't aren't wasn't weren't ain't".split())
HAVE = frozenset("have has had having 've hasn't haven't hadn't".split())
DO = frozenset("do does did don't doesn't didn't".split())
MODALS_UNREAL = frozenset(
    "would could might may should shall must 'd wouldn't couldn't mightn't shouldn't can can't cannot".split()
)
MODALS_FUTURE = frozenset("will 'll won't gonna".split())
NEGATIONS = frozenset(
    """not n't never no neither nor without don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't won't
    can't cannot couldn't wouldn't shouldn't ain't""".split()
)
ADVERBS = frozenset(
    """now currently still already always usually often sometimes never ever just only also too again today tonight
    tomorrow yesterday once twice recently lately actually really finally mostly mainly normally generally
    officially basically simply probably maybe perhaps instead anyway though even quite very pretty so as soon later
    sooner early daily weekly monthly yearly
    biweekly bimonthly quarterly ago back here there home away together meanwhile apparently obviously honestly
    long far then else both however almost nearly about roughly well not n't nowadays anymore straight alone
    somewhere elsewhere everywhere ahead forever indeed rather enough according altogether btw tbh imo imho ngl tho lol
    fyi atm rn""".split()
)
MONTH_NAMES = frozenset(MONTHS)
DAY_NAMES = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays weekday weekdays weekend weekends""".split()
)
FEASTS = frozenset(
    "christmas xmas easter thanksgiving ramadan eid diwali hanukkah passover halloween carnival lent".split()
)
SEASONS = frozenset("spring summer autumn fall winter".split())
TIME_NOUNS = frozenset(
    """day days week weeks month months year years hour hours minute minutes morning mornings evening evenings
    afternoon afternoons night nights noon midnight weekend weekends time times moment today tonight tomorrow
    yesterday breakfast lunch dinner season term semester fortnight while""".split()
)
KIN = frozenset(
    """sister brother mother father mum mom dad son daughter wife husband partner girlfriend boyfriend fiancé
    fiancée spouse aunt uncle cousin niece nephew grandmother grandfather grandma grandpa gran granny nan twin twins
    great-grandmother great-grandfather great-aunt great-uncle
    kid kids child children baby stepson stepdaughter mother-in-law father-in-law sister-in-law brother-in-law
    in-law in-laws
    toddler parents parent grandparent sibling relative grandson granddaughter stepmother stepfather stepmum stepdad
    stepbrother stepsister half-brother half-sister godmother godfather godson goddaughter hubby ex ex-husband ex-wife
    ex-boyfriend ex-girlfriend ex-partner""".split()
)
CALLED = frozenset(
    """mum mom dad mummy daddy granny grandma grandpa granddad grandad gran nan nana papa mama
    grandmother grandfather mother father""".split()
)
"""What one calls one's own people by, without *my*."""
GIVEN_NAMES = frozenset("carly charly chuck drew everly kelly mark nick rich rob sally".split())
"""Given names that are words as well, or look like adverbs, and that *is* and *has* make no thing of."""
ACQUAINTANCES = frozenset(
    """friend friends neighbour neighbours neighbor neighbors colleague colleagues coworker flatmate roommate lodger
    housemate boss manager supervisor mentor coach teacher tutor landlord landlady tenant client doctor dentist
    therapist vet trainer deskmate assistant teammate classmate buddy mate pal
    gp bestie intern apprentice nanny babysitter childminder cleaner carer ex-boss ex-colleague hire""".split()
)
TITLES = frozenset("mr mrs ms mx miss dr prof professor doctor fr rev sir".split())
"""What stands before somebody's name; without the stop that may stand behind it."""
SOMEBODY = frozenset(
    """someone somebody anyone anybody everyone everybody nobody guy bloke chap man woman lady gentleman girl boy person
    people folk folks fellow dude stranger guest visitor""".split()
)
"""People whom nothing ties to the speaker."""
PETS = frozenset(
    """dog cat puppy kitten rabbit bunny hamster parrot budgie horse pony mare tortoise turtle guinea-pig ferret collie
    labrador whippet terrier spaniel poodle beagle basset retriever greyhound tabby goldfish snake lizard gecko hen
    chicken goat donkey pet pets dogs cats""".split()
)
GROUPS = frozenset(
    "club group band choir orchestra team squad society league union troupe quartet trio ensemble".split()
)
"""What one is in with others, and may be in several of."""
DWELLINGS = frozenset("place house flat apartment home room spare_room basement attic annexe condo cottage".split())
"""What somebody lives in."""
COMPONENTS = frozenset(
    """service microservice app application api backend frontend server worker pipeline site platform stack
    system""".split()
)
"""What a project consists of: it runs on something, and is written in something."""

_IRREGULAR = """
be am is are was were been being 's 're 'm|have has had having 've|do does did done doing|go goes went gone going
get gets got gotten getting|make makes made making|take takes took taken taking|come comes came coming
see sees saw seen seeing|know knows knew known|give gives gave given giving|find finds found finding
think thinks thought thinking|tell tells told telling|become becomes became becoming|leave leaves left leaving
feel feels felt feeling|put puts putting|bring brings brought bringing|begin begins began begun beginning
keep keeps kept keeping|hold holds held holding|write writes wrote written writing|stand stands stood standing
hear hears heard hearing|let lets letting|mean means meant meaning|set sets setting|meet meets met meeting
run runs ran running|pay pays paid paying|sit sits sat sitting|speak speaks spoke spoken speaking
lie lies lay lain lying|lead leads led leading|read reads reading|grow grows grew grown growing
lose loses lost losing|fall falls fell fallen falling|send sends sent sending|build builds built building
understand understands understood understanding|draw draws drew drawn drawing|break breaks broke broken breaking
spend spends spent spending|cut cuts cutting|rise rises rose risen rising|drive drives drove driven driving
buy buys bought buying|wear wears wore worn wearing|choose chooses chose chosen choosing|eat eats ate eaten eating
drink drinks drank drunk drinking|sleep sleeps slept sleeping|sell sells sold selling|teach teaches taught teaching
ride rides rode ridden riding|swim swims swam swum swimming|sing sings sang sung singing|fly flies flew flown flying
catch catches caught catching|fight fights fought fighting|win wins won winning|shut shuts shutting
quit quits quitting|hit hits hitting|hurt hurts hurting|cost costs costing|throw throws threw thrown throwing
forget forgets forgot forgotten forgetting|ring rings rang rung ringing|wake wakes woke woken waking
bake bakes baked baking|swap swaps swapped swapping|feed feeds fed feeding|shoot shoots shot shooting
stick sticks stuck sticking|hang hangs hung hanging|tear tears tore torn tearing|bite bites bit bitten biting
lend lends lent lending|light lights lit lighting|say says said saying|show shows showed shown showing
fit fits fitting|bend bends bent bending|bind binds bound binding|steal steals stole stolen stealing
shake shakes shook shaken shaking|sweep sweeps swept sweeping|freeze freezes froze frozen freezing
dream dreams dreamt dreamed dreaming|learn learns learnt learned learning|burn burns burnt burned burning
bear bears bore born bearing|spring springs sprang sprung springing|shrink shrinks shrank shrunk shrinking
sink sinks sank sunk sinking|weave weaves wove woven weaving|wind winds wound winding|slide slides slid sliding
shine shines shone shining|seek seeks sought seeking|strike strikes struck striking|swear swears swore sworn swearing
spin spins spun spinning|flee flees fled fleeing|creep creeps crept creeping|breed breeds bred breeding
deal deals dealt dealing|lean leans leant leaned leaning|leap leaps leapt leaped leaping|weep weeps wept weeping
lay lays laid laying|sew sews sewed sewn sewing|sow sows sowed sown sowing|tread treads trod trodden
overtake overtakes overtook overtaken overtaking|undergo undergoes underwent undergone undergoing
withdraw withdraws withdrew withdrawn withdrawing|overcome overcomes overcame overcoming
raise raises raised raising upped upping doubled doubling tripled tripling|knit knits knitted knitting
split splits splitting|spread spreads spreading|bet bets betting|dig digs dug digging
rewrite rewrites rewrote rewritten rewriting|rebuild rebuilds rebuilt rebuilding|redo redoes redid redone redoing
outgrow outgrows outgrew outgrown outgrowing|undo undoes undid undone undoing|resell resells resold reselling
rethink rethinks rethought rethinking
"""

_REGULAR = """
accept ache achieve act adapt add adjust admire adopt adore advise agree aim allow announce answer apologise appear
apply appoint appreciate approve argue arrange arrive ask assign assist attach attempt attend avoid back bank bark
base beg believe belong bike blog board boil book borrow bother bounce box breathe brew bump bundle cache call camp
cancel care carry carve celebrate change charge chase chat check cheer choose chop claim clean climb close coach code
collect commit commute compare complain complete compose confirm connect consider contact contain continue contribute
control convert cook copy count cover crash crave create cross cry cure cycle damage dance date deal debug decide
declare decline decorate deliver demand deploy depend describe design develop die dine disagree discover discuss
dislike display divide divorce donate doubt download downgrade draft drag drain dress drift drop dry earn edit embrace
employ empty enable encourage end enjoy enrol enroll ensure enter establish examine exchange exercise exist expand
expect expire explain explore export express extend face fade fail fancy farm fast fear fence fetch fill film finish
fish fix float focus fold follow force frame fry fund gain garden gather generate glue grab graduate grate grill guard
guess guide hand handle happen hate haul head heal heat help hide hike hire hope host house hunt identify ignore
imagine import improve include increase inject injure insist inspect install intend interview introduce invent invest
invite iron jog join joke judge juggle jump kick kill kiss knock label lack land last laugh launch lay lease license
lift like link list listen live load lock log look love lower maintain major manage march mark marry master match
matter measure meditate mend mention merge migrate mind miss mix mount move mow name need nap note notice number
observe obtain occur offer open operate oppose order organise organize outgrow overlook owe own pack paint park pass
paste patch pause pedal perform permit persuade phone photograph pick pin place plan plant play please point polish
post pour practise practice praise pray prefer prepare prescribe press pretend prevent print process produce program
promise promote propose protect prove provide publish pull pump purchase push qualify quilt race rain raise reach
react realise realize rebook rebuild receive recommend record recover recycle reduce refactor refer refill reflect
refuse register regret rehearse rejoin relate relax release relocate rely remain remarry remember remind remove renew
renovate rent repaint repair repeat replace reply report represent request require rescue research reserve resign
resist respond rest restart restore retire retrain return review reward roll rollerblade row rule rush sail save scan
schedule score scrap scrape scream sculpt search season seem separate serve settle sew share shelve shift ship shop
shout shower sign sketch skate skateboard ski skip slow smell smile smoke sneeze snooze snowboard sort sound
specialise spell sponsor spot sprain squeeze stack start stay steam step stir stop store stress stretch struggle study
stuff subscribe succeed suffer suggest suit supply support suppose surf surprise surround survive suspect switch
tackle talk tap taste tend test thank tidy tie tint toast touch tour track trade train transfer translate travel treat
trek trim trust try turn type understand unpack delete erase purge discard scrub unlearn disregard retain rewrite
reshuffle haggle greet unveil archive supersede fire page notify trigger poll ping leak boot stall spike throttle
alert block revert lint compile cap bill invoice insure lend mentor tutor groom shear milk graze nest
hatch moult whelp purr mew sting swarm bloom sprout harvest rake plough fertilise compost roast steep
marinate whisk knead ferment pickle can cater mail courier dispatch freight stow moor berth dock anchor
paddle rewire plumb tile plaster sand varnish hammer drill bolt weld solder mould whittle crochet embroider darn
hem dye bead glaze throw busk strum hum drum conduct audition direct choreograph referee umpire volley
sprint hurdle vault dive canoe kayak abseil ramble backpack hitchhike vacation holiday honeymoon overwinter
discontinue rip sack emigrate immigrate evict relaunch reopen redecorate quote recite reside dwell update upgrade
determine dictate govern bury cremate mourn rehome hinge unsubscribe poach
nick pinch swipe rob retitle rebrand rupture herniate strain halve slash crank nudge tighten loosen ditch
dislocate fracture crack bruise
axe bin chuck dump outsource offload
upload use vacate value vary visit volunteer vote wait walk wander want warm warn wash waste watch water weigh welcome
whisper wipe wish wonder work worry wrap yell finalise phase rename rotate spin house-sit babysit
lapse vape supervise terminate deactivate decommission uninstall disband relinquish dissolve abandon dismiss vanish
perish depart demolish reschedule postpone delay specialize standardise standardize deprecate misplace apologize shave
bathe
compete freelance wrestle cease reassign renegotiate escalate evaluate
""".split()


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """Everyday words that are no names, even where a sentence opens with them."""
    return read_list("common_words.txt")


@lru_cache(maxsize=1)
def short_words() -> frozenset[str]:
    """Words of two and three letters that are no names: *joy*, *arc*, *bin*."""
    return read_list("short_words.txt")


@lru_cache(maxsize=1)
def jargon() -> frozenset[str]:
    """Words of trades and chats that stand in no dictionary and are no names: *backend*, *infra*."""
    return read_list("jargon.txt")


_ELSE_ADJECTIVES = ("clear",)
"""Verbs whose base form is an adjective as a rule: *the rash cleared up*, *is it clear?*."""
_ELSE_NOUNS = ("slip", "text", "email", "jack")
"""Verbs of which only what is past or under way is no noun or name: *the launch slipped*, *a pay slip*."""


def _load_verbs() -> dict[str, str]:
    forms: dict[str, str] = {}
    for verb in _REGULAR:
        for form in _inflect(verb):
            forms.setdefault(form, verb)
    for verb in _ELSE_ADJECTIVES:
        forms |= dict.fromkeys(_inflect(verb)[1:4], verb)
    for verb in _ELSE_NOUNS:
        forms |= dict.fromkeys(_inflect(verb)[4:], verb)
    for line in _IRREGULAR.replace("\n", "|").split("|"):
        parts = line.split()
        for form in parts:
            forms[form] = parts[0]
    return forms


def _inflect(verb: str) -> list[str]:
    if verb.endswith("e"):
        return [verb, verb + "s", verb + "d", verb[:-1] + "ing"]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return [verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"]
    third = verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s")
    short = len(verb) > 2 and verb[-1] in "bdgklmnprt" and verb[-2] in "aeiou" and verb[-3] not in "aeiou"
    doubled = verb + verb[-1] if short else verb
    return [verb, third, verb + "ed", verb + "ing", doubled + "ed", doubled + "ing"]


VERB_FORMS: dict[str, str] = _load_verbs()


_PAST_FORMS = {
    parts[0]: parts[0] if parts[2].endswith("ing") else parts[2]
    for line in _IRREGULAR.replace("\n", "|").split("|")
    if len(parts := line.split()) > 2 and parts[0] != "be"
} | {"be": "was"}


verb_lemma = VERB_FORMS.get
"""The lemma of a known verb form, or None."""


def past_of(verb: str) -> str:
    """The past form of a verb, by its base form: *switched*, *took*."""
    short = sum(x in "aeiou" for x in verb) == 1 and len(_inflect(verb)) > 4
    return _PAST_FORMS.get(verb) or _inflect(verb)[4 if short else 2]


def lemma(word: str) -> str:
    """The lemma used by lexicon patterns: a verb's, or a noun without its plural ending."""
    return VERB_FORMS.get(word) or lemma_of_noun(word)


def lemma_of_noun(word: str) -> str:
    """A noun without its plural ending, though it be a verb's form as well: *numbers*."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        if word.endswith("sses"):
            return word[:-2]
        return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    return word


def lemma_of_thing(word: str) -> str:
    """The lemma of a word that names something; an activity keeps its name: a training is no train."""
    return lemma_of_noun(word) if word.endswith(("ing", "ings")) else lemma(word)
