"""The quick look before a rule passes over no sentence that the rule would read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay.language import making
from atma_overlay.language.changes import renames
from atma_overlay.language.doubts import hearsay, hedges, irrealis
from atma_overlay.language.endings import literal, losses, retractions, withdrawals
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.facts import posts, statements
from atma_overlay.language.grammar.pattern_set import PatternFamily, PatternSet
from atma_overlay.language.rules import alternatives, rule_parts, source_wordings
from atma_overlay.language.scene import Scene
from atma_overlay.language.texts import fiction, pasted
from atma_overlay.language.turn import ReadSentence, read_turn

AT = datetime(2025, 6, 1, tzinfo=UTC)
DATA = Path(__file__).parent / "data" / "language"
PIECES = st.sampled_from(
    """Corvell let me go . , no longer vegan not any more Emil's funeral please forget what I told you about my flat
    delete it don't keep that in your notes never mention again take back un-learn a rental car Loaned stand-in
    temporary in my dream reading a novel where the story's games act as if haha ’ don’t Kelvin ſ They fired
    me at Today was my very final day with Dropped dropped
    Noor off at the station lost Rex for an hour left left my keys home shut today cancelled this week at six early
    sent it back went back to Vim Not me that's not us I wish apparently""".split()
)
TEXTS = st.lists(PIECES, max_size=14).map(" ".join)
LOOKS: tuple[tuple[Any, Sequence[Any]], ...] = (
    (
        losses._TOLD_LOSS,
        (losses._DISMISSED, losses._DISMISSED_BY_THEM, losses._FUNERAL, losses._NO_LONGER,
         losses._PUT_DOWN, losses._PASSED, losses._LAST_DAY),
    ),
    (literal._DROPS, (literal._DROPPED,)),
    (literal._STEPS_OUT, (literal._STEPPED_OUT,)),
    (literal._BACK, (literal._GIVEN_BACK, literal._GONE_BACK)),
    (irrealis._NOT_YET, (irrealis._UNDONE, irrealis._AHEAD)),
    (hearsay._RUMOURED, (hearsay._RUMOUR,)),
    (
        withdrawals._MAY_ASK,
        (withdrawals._UNDOING, withdrawals._OUT_OF, withdrawals._FORGETTING, withdrawals._BROUGHT_UP,
         withdrawals._NOT_KEEPING),
    ),
    (fiction._FRAMES, (fiction._OF_A_WORK,)),
    (retractions._DISMISSES, (retractions._DISMISSED,)),
)  # fmt: skip


SIGNS = (
    hedges._WEIGHS, losses._TOLD_LOSS, withdrawals._MAY_ASK, retractions._DISMISSES, making._LENDING,
    alternatives.ALTERNATIVE_GATE, rule_parts.GATE, source_wordings.SOURCE_GATE, literal._DROPS, literal._STEPS_OUT,
    literal._BACK, irrealis._NOT_YET, hearsay._RUMOURED,
)  # fmt: skip


def said_in_the_data() -> list[str]:
    """Sentences of the language data."""
    files = [DATA / f"{name}.jsonl" for name in ("positives", "traps", "queries", "contingencies", "unchanged")]
    lines = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [value for line in lines for value in line.values() if isinstance(value, str) and " " in value][::3]


@pytest.mark.parametrize(("look", "read"), LOOKS)
@given(text=TEXTS)
def test_where_a_rule_finds_something_its_sign_is_shown(look: PatternSet, read: Sequence[Any], text: str) -> None:
    for said in (text, text.lower(), text.lower().replace("’", "'")):
        if any(pattern.search(said) is not None for pattern in read):
            assert look.found_in(said.lower())


SAYINGS = (
    "Corvell let me go.", "They fired me at Corvell.",
    "We had to put Rufus down.", "We had to say goodbye to Rufus.", "Biscuit didn't make it.",
    "Emil's funeral is on Friday.", "I'm no longer vegan.",
    "I'm not vegan any more.", "Today was my last day at Corvell.", "It was my very final day working for Corvell.",
    "I dropped Noor off at the station.", "I lost Rex for an hour in the park.", "I dropped my phone in the sink.",
    "I left my keys at the office.", "The gym was shut today.", "Yoga is off this week.", "I left Norvane at six.",
    "I left Norvane early today.", "Bought a Ravenna and sent it back.", "Tried Emacs but went back to Vim.",
    "That's not me.", "Not us.", "I wish I lived in York.", "The day I move to York I'll be glad.",
    "Rumour has it that I left.", "Scrap that thing about Lisbon.", "Unlearn that.", "Forget my flat.",
    "Don't mention my flat again.",
    "Please don't keep that in your notes.", "Take it out of your notes.", "In the novel I live in York.",
)  # fmt: skip
"""What the patterns behind the signs are there for."""


@pytest.mark.parametrize(("look", "read"), LOOKS)
def test_every_saying_that_a_rule_finds_shows_its_sign(look: PatternSet, read: Sequence[Any]) -> None:
    found = set()
    for text in (*SAYINGS, *said_in_the_data()):
        for said in (text, text.lower(), text.lower().replace("’", "'")):
            finding = [pattern for pattern in read if pattern.search(said) is not None]
            assert not finding or look.found_in(said.lower())
            found.update(finding)
    assert found == set(read)


@given(TEXTS)
def test_what_is_lent_shows_a_word_of_lending(text: str) -> None:
    if making._LENT.found_in(text):
        assert making._LENDING.found_in(text)


@given(TEXTS)
def test_a_sentence_shows_a_sign_as_if_it_were_looked_for_by_itself(text: str) -> None:
    for sentence in read_turn(text, speaker="user", at=AT).sentences:
        assert_shown(sentence)


def test_sentences_of_the_data_show_their_signs() -> None:
    shown = 0
    for text in said_in_the_data():
        for sentence in read_turn(text, speaker="user", at=AT).sentences:
            shown += assert_shown(sentence)
    assert shown > 100


def assert_shown(sentence: ReadSentence) -> int:
    """Each sign is shown where its patterns stand; how many were."""
    found = 0
    for sign in SIGNS:
        shown = sentence.shows(sign, sentence.said)
        assert shown is sign.found_in(sentence.said)
        found += shown
    return found


TOLD_BY_WORDS = (
    "Corvell hired me.", "Corvell has just poached me.", "I took over from Ravi as head of platform.",
    "I stepped up as team lead.", "Tervane is now called Kolibri.", "Tervane goes by Kolibri now.",
    "Tervane changed its name to Kolibri.", "We renamed the dog from Rufus to Biscuit.",
)  # fmt: skip


def scenes_of(texts: Iterable[str]) -> Iterator[Scene]:
    """Each clause of the sentences of texts, as the rules see it."""
    lexicon = default_extractor().lexicon
    for text in texts:
        turn = read_turn(text, speaker="user", at=AT)
        for sentence in turn.sentences:
            for clause in sentence.clauses:
                yield Scene(turn, sentence, clause, lexicon, turn.times_of(sentence))


def test_a_rule_of_some_verbs_finds_nothing_with_another() -> None:
    for scene in scenes_of(said_in_the_data()):
        for rule, verbs in statements._RULES:
            assert verbs is None or scene.clause.verb in verbs or not list(rule(scene))


@pytest.mark.parametrize("text", TOLD_BY_WORDS)
def test_what_is_told_by_a_word_is_entered_by_it(text: str) -> None:
    for said in (text, text.replace("'", "’")):
        assert any(by_words(scene) for scene in scenes_of([said]))


def test_what_is_entered_by_words_finds_nothing_without_them() -> None:
    for scene in scenes_of(said_in_the_data()):
        by_words(scene)


def by_words(scene: Scene) -> bool:
    """Whether a rule that is entered by words finds something, which it may only where they are."""
    posted = [*posts._hired(scene), *posts._succeeded(scene)]
    renamed = list(renames.renames(scene))
    assert not posted or posts.may_post(scene.sentence.words)
    assert not renamed or not renames.HINTS.isdisjoint(scene.sentence.words)
    return bool(posted or renamed)


SET_APART = st.lists(
    st.sampled_from(
        """Tom Tom's my boss I we says wrote letter from note about of : !! ! . ? … - – ( ) 5 stars ★ hi dear Hi Ana,
        newsletter on behalf him would say look what she posted with as told opens reads , i .\n \n --""".split(" ")
    ),
    max_size=12,
).map(" ".join)


@given(text=SET_APART)
def test_without_a_mark_that_sets_apart_only_what_stands_within_a_clause_is_found(text: str) -> None:
    found = {n for n, (pattern, _) in enumerate(pasted._BEFORE) if re2.search(pattern, text) is not None}
    marked = pasted._MARKED.held_by(text)
    assert 1 in marked or found <= set(pasted._WITHIN_CLAUSE)
    assert 2 in marked or found <= set(pasted._BESIDE_STOPS)


def test_no_text_of_the_data_holds_what_is_set_apart_without_a_mark() -> None:
    for mark, left in ((1, pasted._WITHIN_CLAUSE), (2, pasted._BESIDE_STOPS)):
        unmarked = [text for text in said_in_the_data() if mark not in pasted._MARKED.held_by(text)]
        assert unmarked
        for text in unmarked:
            assert {n for n, pattern in enumerate(pasted._BEFORE) if re2.search(pattern[0], text)} <= set(left)


@given(text=SET_APART)
def test_what_is_looked_for_by_the_marks_of_a_text_is_all_that_it_holds(text: str) -> None:
    found = [n for n, (pattern, _) in enumerate(pasted._BEFORE) if re2.search(pattern, text) is not None]
    held = pasted._held(text, pasted._MARKED.held_by(text))
    assert [n for n in held if n < len(pasted._BEFORE)] == found


def test_a_family_tells_which_of_its_sets_a_text_holds() -> None:
    family = PatternFamily()
    places = [family.join("now", "soon"), family.join(r"\blater\b")]
    assert family.held_by("later and soon") == frozenset(places)
    assert family.held_by("slater") == frozenset()
    late = family.join("slate")  # joined after it was asked
    assert family.held_by("slater") == {late}
