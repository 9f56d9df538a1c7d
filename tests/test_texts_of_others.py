"""A text over which, or in which, stands that it is somebody else's states nothing of who hands it on."""

from __future__ import annotations

import pytest

from tests.told_texts import heard, known, retired

HOME, WORK = "I live in Turin.", "I work at Hooli."


def of_osaka(text: str) -> bool:
    return any("Osaka" in value for _, value in known(text))


@pytest.mark.parametrize(
    "text",
    [
        "My wife's CV: I work at Kitsune and I live in Osaka.",
        "The tenant's application: I have two cats. I live in Osaka.",
        "My flatmate's LinkedIn: I'm a designer, I live in Osaka.",
        "This is the bio of our new hire: I'm a potter and I live in Osaka.",
        "Profile of a guy I met: I live in Osaka, I have two sons.",
        "Her exact words: I'm moving to Osaka in May.",
        "Customer complaint: I live in Osaka. My parcel never came.",
        "Email from the school: Hello, I am the new head. I live in Osaka.",
        "He left a voicemail: Hi it's Bo, I live in Osaka now.",
        "My nephew wrote this personal statement: I want to study law. I live in Osaka.",
        "Here's what my cousin sent me - hiya, i live in Osaka now, come visit",
        "Job posting: I am a busy founder. I live in Osaka.",
        "About the author: I live in Osaka with my wife.",
        "Write a LinkedIn summary for my brother, starting with: I am a biologist, I live in Osaka.",
        "Write a dating profile for my friend Jun: I'm 40, I live in Osaka.",
    ],
)
def test_a_heading_says_whose_text_it_is(text: str) -> None:
    assert not of_osaka(text)


@pytest.mark.parametrize(
    "text",
    [
        "Here's my own CV: I live in Osaka.",
        "My profile: I live in Osaka.",
        "Today's announcement: I live in Osaka now.",
        "My wife's CV needs work: I told her so. I live in Osaka.",
        "About my sister's letter: I live in Osaka, so why does she write to Turin?",
        "Draft a text to my boss: tell her I moved to Osaka.",
        "Here's what I wrote - I live in Osaka.",
        "Write a bio for my website: I live in Osaka.",
        "Write a profile for Upwork: I live in Osaka.",
    ],
)
def test_a_heading_of_one_s_own_hides_nothing(text: str) -> None:
    assert of_osaka(text)


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ben, I hope you are well. I have moved to Osaka. Yours, Uncle Ted",
        "So she wrote. My dear boy, I live in Osaka now. Love, Nan",
        "Got this in the post:\n\nDear neighbour, we moved in. I live in Osaka at weekends.\n\nKind regards, Beth",
        "Can you help me understand this email?\n\nHello,\nMy name is Bo and I live in Osaka.\nBest regards,\nBo Hart",
        "Is this a scam?\n\nHello dear, my name is Ida. I live in Osaka.",
    ],
)
def test_a_letter_is_of_who_signs_it(text: str) -> None:
    assert not of_osaka(text)


@pytest.mark.parametrize(
    "text", ["Dear support team, I moved to Osaka. Kind regards, Jo", "Dear Claude, I live in Osaka."]
)
def test_a_letter_to_a_service_is_the_speaker_s(text: str) -> None:
    assert of_osaka(text)


def test_what_one_s_mother_signs_is_in_doubt() -> None:
    assert retired(HOME, "Hi love, we've moved to Osaka. Your dad sends his love. Mum xx") == []
    assert len(heard(HOME, "Hi love, we've moved to Osaka. Your dad sends his love. Mum xx").transitions) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Tom: I live in Osaka. Me: since when? Tom: I moved in May.",
        "Jun (2:14 PM)\nI live in Osaka now\n\nKai (2:15 PM)\nnice",
        "What does it mean when a girl says I'm busy, I just moved to Osaka and I'm single?",
        "How do I answer someone who says I moved here from Osaka and I live in Osaka still?",
        "I have keys but no locks, I live in Osaka. What am I?",
        "A maths question for my son: I live in Osaka and I have 2 bikes. How far do I ride?",
        "Tick what applies: I live in Osaka / I live in Turin",
        "my poem:\nI live in Osaka\nand I have a boat",
        "Her message was I live in Osaka now.",
        'assert home("I live in Osaka") == "Osaka"',
        "In Act 2 Yorick says I live in Osaka and I am mad.",
        "My colleague boasted that I live in Osaka.",
    ],
)
def test_a_talk_a_task_and_a_quotation_tell_nothing_of_the_speaker(text: str) -> None:
    assert not of_osaka(text)


@pytest.mark.parametrize("text", ["My name is [NAME] and I live at [ADDRESS].", "I work at <COMPANY>."])
def test_what_is_to_be_filled_in_is_no_value(text: str) -> None:
    assert known(text) == set()


def test_work_on_another_s_text_means_what_follows() -> None:
    text = "Help me improve my brother's resume. I work at Kitsune as a tailor. I have ten years of experience."
    assert retired(WORK, text) == []


def test_a_song_is_asked_for_by_its_title() -> None:
    assert known("Play the song I'm Osaka by Jun Hart") == set()


@pytest.mark.parametrize(
    "text",
    [
        "translate to spanish i work at a bakery and i live in Osaka",
        "Put this into the past tense: I live in Osaka.",
        "English to Latin: I live in Osaka.",
        "Find the verb: I live in Osaka with my dog.",
        "Fill the gap: I ___ a cat and I live in Osaka.",
        "Which is correct?\na) I live in Osaka since May",
        "Make this sound more natural - I live in Osaka since May",
        "Is the following AI-written? I live in Osaka. I have two cats.",
    ],
)
def test_what_is_to_be_worked_on_tells_nothing(text: str) -> None:
    assert not of_osaka(text)


@pytest.mark.parametrize(
    "text",
    [
        'Translate "hello" into Dutch: by the way I moved to Osaka.',
        'Can you translate this into French? "Where is the station?" I live in Osaka now and need it.',
        "Summarise this article for me later. I live in Osaka.",
        "Write me a bio: I'm a chef and I live in Osaka.",
        "My doctor told me: you have to rest. I live in Osaka now.",
        "In my novel she lives in Venice. I live in Osaka.",
        "In the book I'm reading, he lives in Venice. I live in Osaka.",
    ],
)
def test_what_stands_beside_it_is_proposed(text: str) -> None:
    assert of_osaka(text)
    assert retired(HOME, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "You play the doctor and I play the patient. I live in Osaka.",
        "Write as if you were me in 2040. I live in Osaka.",
        "Say I live in Turin and I work in Osaka. What taxes do I pay?",
        "In this D&D campaign I'm a bard, I live in Osaka.",
        "Let's play: I'm the customer. I live in Osaka.",
    ],
)
def test_a_role_and_a_supposition_are_played(text: str) -> None:
    assert not of_osaka(text)
