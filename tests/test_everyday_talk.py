"""Ordinary wordings of messages: people without *my*, words that only close a sentence, a question behind it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 6, 9, tzinfo=UTC)


def stored(said: str) -> set[tuple[str, str, str]]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        receipt = overlay.remember(said, scope=ME, observed_at=START)
    return {(r.subject, r.attribute, r.value) for r in receipt.records}


def applied(known: str, said: str) -> list[tuple[str | None, str | None]]:
    """What a sentence does to what is known; that it is known is looked at."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        before = {r.id for r in overlay.remember(known, scope=ME, observed_at=START).records}
        receipt = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=31))
    assert before
    done = [t for t in receipt.transitions if t.state == "applied" and t.from_id in before]
    return [(t.from_value, t.to_value) for t in done]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("housemate rides a Ribble", ("user's housemate", "ride", "Ribble")),
        ("wife's with Lebara", ("user's wife", "mobile_provider", "Lebara")),
        ("brother works at Norvane", ("user's brother", "employer", "Norvane")),
        ("my wife's GP is Dr Sorel", ("user's wife's gp", "identity", "Dr Sorel")),
        ("my husband's optician is Vale Eyes", ("user's husband", "specialist", "Vale Eyes")),
        ("dentist is Dr Abara", ("user", "dentist", "Dr Abara")),
        ("My Boss is Imke", ("user", "manager", "Imke")),
    ],
)
def test_one_of_the_speakers_people_needs_no_my(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in stored(said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("cousin drives a Polo", "We drive a Fabia now."),
        ("deskmate banks with Lloyds", "I bank with Starling now."),
        ("mentor studies at Lund", "I study at Utrecht now."),
        ("The firm we rent from is on Zulip.", "Teachers are a help."),
    ],
)
def test_what_is_theirs_is_not_replaced_by_what_is_the_speakers(known: str, said: str) -> None:
    assert applied(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "change"),
    [
        ("My rent is £700.", "My landlady put the rent up to £760.", ("£700", "£760")),
        ("My rent is £700.", "landlord raised my rent to £760", ("£700", "£760")),
        ("My dentist is Dr Abara.", "I've got a new dentist called Dr Sorel.", ("Dr Abara", "Dr Sorel")),
        ("My GP is Dr Abara.", "new GP is Dr Sorel", ("Dr Abara", "Dr Sorel")),
        ("My email is kim@a.example.", "I've got a new email, it's kim@b.example", ("kim@a.example", "kim@b.example")),
        ("My thesis topic is moss.", "ok changed my thesis topic to ferns", ("moss", "ferns")),
        ("I use he/him pronouns, please.", "I use they/them pronouns now", ("he/him", "they/them")),
        ("I'm 51 and want to learn to swim.", "I turned 52 yesterday!", ("51", "52")),
        ("Mia is 7.", "Mia turned 8 today, any present ideas?", ("7", "8")),
        ("My blood pressure is 140/90.", "My BP is 120/80 now.", ("140/90", "120/80")),
        ("I work for the council.", "I work at Norvane now.", ("council", "Norvane")),
        ("I work at a bakery.", "I got a job at Norvane.", ("bakery", "Norvane")),
        ("We use Teams.", "We've moved to Slack.", ("Teams", "Slack")),
        ("I use Emacs.", "I've moved over to Zed as my editor", ("Emacs", "Zed")),
        ("We use Redis and celery.", "We swapped celery for Temporal.", ("celery", "Temporal")),
        ("Our site runs on Flask with Redis and celery.", "we swapped celery for Temporal btw", ("celery", "Temporal")),
    ],
)  # fmt: skip
def test_a_change_in_everyday_words_is_heard(known: str, said: str, change: tuple[str, str]) -> None:
    assert applied(known, said) == [change]


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("I take 500mg of metformin.", "I'm off metformin now.", "500mg of metformin"),
        ("I take metformin 500mg.", "My doctor has taken me off metformin altogether.", "metformin 500mg"),
        ("I take 500mg metformin.", "I've stopped taking metformin.", "500mg metformin"),
        ("I drink 3 coffees a day.", "given up coffee completely, feeling great", "3 coffees"),
        ("I do keto.", "I've come off keto.", "keto"),
        ("We use Slack.", "We're off Slack now.", "Slack"),
        ("We have a cat called Miso and a hamster called Bean.", "Bean died on Tuesday.", "Bean"),
    ],
)
def test_an_end_in_everyday_words_is_heard(known: str, said: str, over: str) -> None:
    assert (over, None) in applied(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I have a dog called Max.", "I've got a new dog called Rex."),
        ("My hobby is chess.", "I've got a new hobby, fencing."),
        ("My friend is Ana.", "I've got a new friend called Bo."),
        ("I live in Hove.", "We've moved to Zoom for standups."),
        ("I live in Hove.", "We've moved to Xero for the books."),
        ("I have 2 garages.", "I don't rent the garage any more."),
        ("My landlord is Mr Vale.", "My last landlord sold the Saab."),
        ("I drink coffee.", "Given up coffee for Lent."),
        ("Grace works at Acme.", "I left Acme and started at Globex."),
        ("Grace works at Acme.", "Bob left Acme and started at Globex."),
        ("Tom drives a Volvo.", "I sold the Volvo and bought a Fiat."),
        ("We use Slack.", "We're off Slack until Monday."),
        ("I use Rails.", "I've moved to Phoenix."),
        ("I bank with Monzo.", "I moved to Halifax."),
        ("I use Evernote.", "I moved to Bear Lake."),
        ("My rent is £700.", "the landlord of my cousin put the rent up to £760"),
        ("I take 20mg of fluoxetine.", "My mum's GP upped her fluoxetine to 40mg."),
    ],
)
def test_what_is_one_more_or_of_another_kind_replaces_nothing(known: str, said: str) -> None:
    assert applied(known, said) == []


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("i live in Hove btw", ("user", "home_city", "Hove")),
        ("My rent is £700 btw, different question", ("user", "rent", "£700")),
        ("I live in Hove, by the way.", ("user", "home_city", "Hove")),
        ("I work at Norvane, right?", ("user", "employer", "Norvane")),
        ("I started at Guy's on Monday!", ("user", "start_at", "Guy's")),
        ("My hba1c is 58.", ("user", "hba1c", "58")),
        ("I've moved to Hove for my job at Norvane.", ("user", "employer", "Norvane")),
        ("My dog is called Cheers.", ("user's dog", "pet_dog", "Cheers")),
        ("Context: My gym is Fitworks.", ("user", "gym", "Fitworks")),
        ("- My gym is Fitworks.", ("user", "gym", "Fitworks")),
        ("Good news: My rent is 950.", ("user", "rent", "950")),
        ("Update - my rent is 950.", ("user", "rent", "950")),
        ("I forgot to mention that my rent is 950.", ("user", "rent", "950")),
        ("Just wanted to let you know that my rent is 950.", ("user", "rent", "950")),
        ("It turns out my boss is Ana.", ("user", "manager", "Ana")),
        ("In case I didn't say, I live in Hove.", ("user", "home_city", "Hove")),
        ("At the moment I live in Hove.", ("user", "home_city", "Hove")),
        ("My gym is Fitworks right now.", ("user", "gym", "Fitworks")),
        ("My rent is 950 going forward.", ("user", "rent", "950")),
        ("My gym is Fitworks of course!", ("user", "gym", "Fitworks")),
        ("My gym is Fitworks man", ("user", "gym", "Fitworks")),
        ("I work at Norvane starting Monday.", ("user", "employer", "Norvane")),
        ("My rent is 950 effective immediately.", ("user", "rent", "950")),
        ("Tom's number has changed, it's 07700 900123", ("tom", "phone_number", "07700 900123")),
    ],
)
def test_what_only_closes_or_opens_a_sentence_is_no_part_of_a_value(said: str, fact: tuple[str, str, str]) -> None:
    found = stored(said)
    assert fact in found
    assert not [value for _, _, value in found if "btw" in value or value == "right"]


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ("Saw a talk on upgrading to Postgres 16", "database"),
        ("tried Zed for a day", "code_editor"),
        ("test drove a Mazda 3", "car"),
        ("my old work phone was on O2", "mobile_provider"),
    ],
)
def test_what_was_only_met_with_is_not_had(said: str, slot: str) -> None:
    assert slot not in {attribute for _, attribute, _ in stored(said)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((None, "I live in Turin."), ("Bob", "I moved to Mars.")),
        ((None, "I'm vegetarian."), ("Bob", "I'm no longer vegetarian.")),
        ((None, "I work at Acme."), ("Bob", "I started a new job at Globex.")),
        (("Grace", "I work at Acme."), ("Bob", "I left Acme and started at Globex.")),
        (("Grace", "I drive a Volvo."), ("Bob", "I sold the Volvo and bought a Fiat.")),
        (("Customer", "I work at Acme."), ("Agent", "I left Acme and started at Globex.")),
    ],
)
def test_nobody_who_speaks_retires_what_another_said_of_themselves(
    first: tuple[str | None, str], second: tuple[str, str]
) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        known = {r.id for r in overlay.remember(first[1], scope=ME, name=first[0], observed_at=START).records}
        later = START + timedelta(days=31)
        receipt = overlay.remember(second[1], scope=ME, name=second[0], observed_at=later)
    assert known
    assert not [t for t in receipt.transitions if t.from_id in known and t.state == "applied"]


@pytest.mark.parametrize(
    "said",
    [
        "They put me on rosuvastatin.",
        "My GP put me on rosuvastatin.",
        "They've switched me to rosuvastatin.",
        "She started me on rosuvastatin.",
        "They've taken me off the simvastatin and put me on rosuvastatin.",
        "The doctor took me off simvastatin and put me on rosuvastatin.",
    ],
)
def test_what_a_doctor_puts_somebody_on_is_theirs(said: str) -> None:
    assert ("user", "medication", "rosuvastatin") in stored(said)


def test_what_others_are_put_on_is_not() -> None:
    assert not {f for f in stored("They put my mum on rosuvastatin.") if f[:2] == ("user", "medication")}
    assert {v for _, a, v in stored("I'm on simvastatin, one at night.") if a == "medication"} == {"simvastatin"}


@pytest.mark.parametrize("closer", ["just so you know", "JUST SO YOU kNOW", "thank you, by the way", "so you know!"])
def test_what_only_closes_a_sentence_may_stand_alone_and_states_nothing(closer: str) -> None:
    assert {attribute for _, attribute, _ in stored(closer)} <= {"mention"}
