"""What somebody was tied to is over with its name: a membership, a marriage, a project; who does it for them now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.views.states import Timeline

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)

PAPERS_OVER = """
I go to a gym called Sweatbox. | My membership at Sweatbox ran out and I never bothered to renew. | Sweatbox
I'm a member of Fernhill Golf Club in town. | My membership at Fernhill Golf Club has ended. | Fernhill Golf Club
I train at a gym called Ironworks. | My Ironworks membership lapsed in March. | Ironworks
I'm a member of the Lake Tennis Club. | I've cancelled my membership at the Lake Tennis Club. | Lake Tennis Club
I'm a member of Costco. | My Costco membership has expired. | Costco
My gym is Gravity. | My contract with Gravity ended last week. | Gravity
I belong to Riverside Rowing Club. | My membership of Riverside Rowing Club lapsed. | Riverside Rowing Club
I bank with Monzo. | My account with Monzo has been closed. | Monzo
I'm with EE for my phone. | My contract with EE ran out yesterday. | EE
I go swimming at Aqua Centre. | My membership at Aqua Centre expired. | Aqua Centre
I subscribe to Netflix. | My subscription to Netflix ended yesterday. | Netflix
My yoga studio is Lotus House. | My subscription with Lotus House got cancelled. | Lotus House
Our broadband is with TalkTalk. | Our contract with TalkTalk came to an end. | TalkTalk
My internet provider is Plusnet. | My contract with Plusnet is over. | Plusnet
I'm a member of a climbing gym called The Overhang. | My membership at The Overhang has lapsed. | The Overhang
I rent a studio from Cobalt Yard. | My lease with Cobalt Yard has come to an end. | Cobalt Yard
I use a coworking space called Hatch. | I let my membership at Hatch run out. | Hatch
I get my veg from a box scheme called Rootbound. | My subscription with Rootbound has finished. | Rootbound
I'm a member of a book club called Inkwell. | My membership of Inkwell ended in January. | Inkwell
I work out at Basement. | My membership at Basement ran out last month. | Basement
I take classes at Lotus House. | My Lotus House membership ended yesterday. | Lotus House
I have a locker at Quay Storage. | My contract with Quay Storage has ended. | Quay Storage
I go to Brightside Gym. | I've ended my membership at Brightside Gym. | Brightside Gym
I get my groceries from Oddbox. | I cancelled my subscription with Oddbox. | Oddbox
""".strip().splitlines()

PAPERS_STANDING = """
I go to a gym called Sweatbox. | My membership at Sweatbox nearly ran out but I renewed it in time.
I go to a gym called Sweatbox. | My membership at Sweatbox ran out, so I renewed it for another year.
I go to a gym called Sweatbox. | My membership at Sweatbox runs out in June.
I go to a gym called Sweatbox. | My brother's membership at Sweatbox ended last week.
I go to a gym called Sweatbox. | My free trial at Sweatbox ended so now I pay full price.
I work for Halden Group. | Our contract with Halden Group's supplier ended.
I bank with Monzo. | My savings account with Monzo was closed.
I'm with EE for my phone. | My contract with EE ran out so I'm on a rolling one with them now.
I live in Leeds. | My lease in Leeds ended and I signed another one.
I work at Bryce & Co. | My gym membership through Bryce & Co has ended.
My gym is Gravity. | If my contract with Gravity ended I'd train at home.
I'm a member of Costco. | My mum's Costco membership has expired.
I work for Halden Group. | My car lease with Halden Group ended.
My gym is Gravity. | My contract with Gravity ended, so now I pay by the month.
My gym is Gravity. | My contract with Gravity ended so I pay monthly now.
My gym is Gravity. | My trial membership at Gravity ended and I joined properly.
My gym is Gravity. | My old membership at Gravity ended years ago.
My gym is Gravity. | My student membership at Gravity ended, I'm on the adult one.
I work for Halden Group. | My subscription to Halden Group magazine ended.
I work for Halden Group. | My account with Halden Group was closed.
I study at Rowan College. | My library membership at Rowan College ended.
My sister is Monica. | My contract with Monica ended.
I live in Leeds. | My lease in Leeds ended yesterday.
I like Netflix documentaries. | My subscription to Netflix ended.
I use Adobe XD for design. | My subscription to Adobe ended.
I'm a member of Costco. | My Costco membership hasn't expired.
I'm a member of Costco. | I heard my membership at Costco had ended but it was a mistake.
I'm a member of Costco. | When my membership at Costco ended last year I nearly left.
My daughter goes to Rowan College. | My contract with Rowan College ended.
I work as a consultant for Bex Ltd. | Our contract with Bex Ltd ended and we negotiated a fresh one.
""".strip().splitlines()

COUPLES_OVER = """
My husband is Stuart. | The divorce from Stuart came through last week. | Stuart
I'm married to Lottie. | My divorce from Lottie is final. | Lottie
My wife is Anneke. | My divorce from Anneke was finalised in January. | Anneke
My girlfriend is Saskia. | Since the split from Saskia I've been sleeping badly. | Saskia
My partner is Dov. | Since breaking up with Dov I've taken up running. | Dov
I'm dating Ruben. | After breaking up with Ruben I moved back home. | Ruben
My boyfriend is Callum. | I've been down since the break-up with Callum. | Callum
I'm engaged to Perla. | Since splitting up with Perla I live alone. | Perla
I'm married to Stuart. | Our divorce went through on Monday, so Stuart and I are done. | Stuart
My wife is Tamsin. | I finally got my divorce from Tamsin. | Tamsin
My husband is Ewan. | My divorce from Ewan has come through. | Ewan
I'm with Mirko. | Since separating from Mirko I've had the kids on weekends. | Mirko
I'm seeing Paloma. | Things have been calmer since I split from Paloma. | Paloma
My husband is Karel. | The divorce from Karel is finally done. | Karel
My spouse is Ilan. | The marriage to Ilan is over. | Ilan
My wife is Petra. | Life has been quiet since the divorce from Petra. | Petra
I'm dating Luca. | I've been sleeping badly since breaking up with Luca. | Luca
My fiancé is Marc. | Since the break-up with Marc I've moved in with my parents. | Marc
""".strip().splitlines()

COUPLES_STANDING = """
My husband is Stuart. | My sister's divorce from Stuart Hale came through last week.
My husband is Stuart. | His divorce from Linda came through years before we met.
My husband is Stuart. | The divorce from my first husband came through in 2009.
My wife is Anneke. | I dreamt that my divorce from Anneke was final.
My wife is Anneke. | My divorce from Anneke isn't final yet.
My partner is Dov. | I'm thinking of breaking up with Dov.
My girlfriend is Saskia. | Since the split from the band, Saskia has gone solo.
I work at Ambra. | The split from Ambra's parent company went through.
My partner is Dov. | Eve is sad since breaking up with Dov's brother.
My husband is Stuart. | Nora told me about her divorce from Stuart's cousin.
My husband is Stuart. | The split from Stuart's business partner went through.
My husband is Stuart. | My first divorce came through long before Stuart.
My brother is Stuart. | The divorce from Stuart came through, so my sister is free.
My friend is Dov. | Since breaking up with Dov I've been sad.
My husband is Stuart. | If the divorce from Stuart came through I'd be broke.
My husband is Stuart. | Since breaking up with Stuart's band I've had more time.
My wife is Anneke. | Since the separation from Anneke during my deployment I've called her daily.
My husband is Stuart. | In the play I get a divorce from Stuart.
My partner is Dov. | Since breaking up with Dov we got back together, by the way.
""".strip().splitlines()

WORKS_OVER = """
I'm leading project Dunnock. | Management killed Dunnock this morning, so it's over. | Dunnock
I'm leading project Kestrel. | They axed Kestrel yesterday. | Kestrel
I work on a project called Bluebird. | The board shelved Bluebird. | Bluebird
My current project is Tern. | They pulled the plug on Tern last week. | Tern
I'm working on Project Halcyon. | Leadership cancelled Halcyon last month. | Halcyon
I'm on the Gannet project. | Gannet was scrapped this morning. | Gannet
I manage a product called Loomly. | The company has discontinued Loomly. | Loomly
I lead Project Marlin. | Project Marlin has been cancelled. | Marlin
We're working on a project called Dunlin. | Our client pulled the plug on Dunlin. | Dunlin
I'm leading project Wigeon. | Finance killed off Wigeon, so I'm free. | Wigeon
I'm the lead on project Avocet. | Avocet has been axed. | Avocet
My project is called Fulmar. | The steering committee cancelled Fulmar. | Fulmar
I'm leading project Dunnock. | The plug got pulled on Dunnock. | Dunnock
I lead a project called Redshank. | The client has pulled the plug on Redshank. | Redshank
I'm working on the Heron project. | Heron's been shelved. | Heron
I work on a product called Dotterel. | The board has axed Dotterel and moved us to support. | Dotterel
I'm working on project Lapwing at work. | Project Lapwing was cancelled yesterday. | Lapwing
""".strip().splitlines()

WORKS_STANDING = """
I'm leading project Dunnock. | Management nearly killed Dunnock this morning.
I'm leading project Dunnock. | Management killed the budget for Dunnock.
I'm leading project Dunnock. | They cancelled the Dunnock meeting.
I'm leading project Kestrel. | The boss killed Kestrel in the last episode.
I'm leading project Kestrel. | I killed the Kestrel process because it was hanging.
My manager is Robin. | In the game I killed Robin twice.
My manager is Robin. | They killed Robin off in season two.
I'm leading project Kestrel. | They might axe Kestrel.
I'm leading project Kestrel. | They axed Kestrel's old logo.
I'm leading project Kestrel. | If they killed Kestrel I'd quit.
I'm leading project Kestrel. | The audience loved it, we killed it with Kestrel.
I'm leading project Dunnock. | Our client cancelled Dunnock's kickoff.
I'm leading project Kestrel. | They killed Kestrel in the demo, everyone cheered.
I'm leading project Kestrel. | Finance axed Kestrel but the CEO revived it.
I'm leading project Kestrel. | Kestrel was nearly scrapped.
I'm leading project Kestrel. | Rumour has it they axed Kestrel.
I'm leading project Kestrel. | They axed Kestrel Lite.
I'm leading project Kestrel. | They axed the Kestrel mobile app.
I'm leading project Kestrel. | I dreamt they axed Kestrel.
I'm working on a project called Bluebird. | The board cancelled Bluebird, the airline's loyalty card, years ago.
My dog is Kestrel. | They axed Kestrel yesterday.
I work at Kestrel. | They axed Kestrel yesterday.
I use Kestrel for logging. | They cancelled Kestrel yesterday.
I'm leading project Kestrel. | OOM killer killed Kestrel last night.
I'm building an app called Plover. | The OS killed Plover this morning.
I'm building an app called Plover. | They killed Plover this morning with a DDoS.
""".strip().splitlines()


def told(*texts: str) -> Timeline:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=45 * n))
        return overlay.timeline(scope=ME)


def parts(line: str) -> list[str]:
    return [x.strip() for x in line.split("|")]


def open_values(timeline: Timeline, *, first: bool) -> list[str]:
    """The values that stand, of the first utterance or of all."""
    return [
        x.value
        for x in timeline.records
        if x.status.value == "active" and x.valid_to is None and (not first or x.observed_at == START)
    ]


@pytest.mark.parametrize("line", [*PAPERS_OVER, *COUPLES_OVER, *WORKS_OVER])
def test_with_its_tie_the_record_of_a_name_is_over(line: str) -> None:
    fact, said, name = parts(line)
    assert any(name in x for x in open_values(told(fact), first=True))
    assert not any(name in x for x in open_values(told(fact, said), first=True))


@pytest.mark.parametrize("line", [*PAPERS_STANDING, *COUPLES_STANDING, *WORKS_STANDING])
def test_what_only_looks_like_it_ends_nothing(line: str) -> None:
    fact, said = parts(line)
    held = open_values(told(fact), first=True)
    assert held
    assert open_values(told(fact, said), first=True) == held
    assert not told(fact, said).transitions
