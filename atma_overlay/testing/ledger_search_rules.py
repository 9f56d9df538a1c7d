"""How statements are found: by words, any of them, data and never syntax, the best first; and which slots there are."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.records import Slot
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told

HOSTILE = [
    '"',
    "'",
    "''; DROP TABLE statements; --",
    "*",
    "chic*",
    "^chicago",
    "NOT",
    "OR",
    "AND NOT chicago",
    "NEAR(chicago lives)",
    "chicago OR oslo",
    "tokens:chicago",
    "value : chicago",
    "{value} : chicago",
    "(",
    ")",
    "-chicago",
    "+",
    "chicago + oslo",
    "%",
    "_",
    "\\",
    "\x00",
    "",
    " ",
    "a" * 40_000,
    "🐕",
    "х",
]


class LedgerSearchRules:
    """Rules of `with_terms` and `search`; see `LedgerContract`."""

    def test_statements_are_found_by_any_of_some_terms_the_latest_observed_first(self, ledger: Ledger) -> None:
        old, new = observation("o-1", minute=1), observation("o-2", minute=2)
        last = observation("o-3", minute=2, position=1)
        commit(ledger, told(statement("s-1", new, "Oslo harbour"), by=new))
        commit(ledger, told(statement("s-2", last, "Chicago"), statement("s-3", last, "Rome"), by=last))
        commit(ledger, told(statement("s-4", old, "Chicago harbour"), by=old))
        assert carrying(ledger, "value", "chicago", "harbour", "absent") == ["s-2", "s-1", "s-4"]
        assert carrying(ledger, "value", "chicago", "harbour", limit=2) == ["s-2", "s-1"]
        assert carrying(ledger, "value", "chicago", limit=0) == []

    def test_a_term_is_looked_for_in_its_field_only(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(
            ledger,
            told(statement("s-1", said, "1200", slot=Slot("Anna", "monthly_rent"), unit="USD"), by=said),
        )
        for field, term in (("subject", "anna"), ("attribute", "rent"), ("value", "1200"), ("unit", "USD")):
            assert carrying(ledger, field, term) == ["s-1"]
        assert carrying(ledger, "value", "anna", "rent", "USD") == []
        assert carrying(ledger, "no such field", "anna") == []

    def test_a_term_finds_only_statements_that_stand(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(ledger, told(statement("s-1", said), statement("s-2", said), by=said))
        commit(ledger, Changeset(withdrawn=("s-1",), statements=(statement("s-3", said),)))
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.with_terms("value", ["chicago"]))] == ["s-2"]
        assert [h.statement.id for h, _ in ledger.read(ALICE, lambda r: r.search(["chicago"], limit=9))] == ["s-2"]

    def test_many_terms_are_one_question(self, ledger: Ledger) -> None:
        said = observation("o-1")
        commit(ledger, told(*(statement(f"s-{n:03}", said, f"town{n}") for n in range(150)), by=said))
        terms = [f"town{n}" for n in range(150)] * 2
        expected = [f"s-{n:03}" for n in reversed(range(150))]
        assert carrying(ledger, "value", *terms, limit=1000) == expected
        assert carrying(ledger, "value", *terms, limit=7) == expected[:7]

    def test_a_search_covers_subject_attribute_value_and_evidence(self, ledger: Ledger) -> None:
        said = observation("o-1", "Anna's flat in Oslo went up to 1200.")
        commit(ledger, told(statement("s-1", said, "1200", slot=Slot("Anna", "monthly_rent")), by=said))
        for word in ("anna", "rent", "1200", "flat", "oslo"):
            assert matching(ledger, word) == ["s-1"]
        assert matching(ledger, "chicago") == []

    def test_a_search_finds_words_and_their_stems(self, ledger: Ledger) -> None:
        said = observation("o-1", "I hate olives.")
        commit(ledger, told(statement("s-1", said, "olives"), by=said))
        for word in ("olives", "Olives", "oliv", "olive"):
            assert matching(ledger, word) == ["s-1"]

    def test_the_best_come_first_with_falling_scores(self, ledger: Ledger) -> None:
        texts = {
            "s-1": "The gym in Chicago is near the lake and the park and the pier.",
            "s-2": "The gym is shut.",
            "s-3": "Chicago is windy.",
            "s-4": "The gym has a sauna.",
            "s-5": "Rome is hot.",
        }
        for n, (identifier, text) in enumerate(texts.items()):
            said = observation(f"o-{n}", text, minute=n)
            commit(ledger, told(statement(identifier, said, "x", slot=Slot("user", "note")), by=said))
        found = ledger.read(ALICE, lambda r: r.search(["gym", "chicago"], limit=9))
        assert [held.statement.id for held, _ in found] == ["s-1", "s-3", "s-4", "s-2"]
        scores = [score for _, score in found]
        assert scores == sorted(scores, reverse=True)
        assert scores[-1] > 0
        assert ledger.read(ALICE, lambda r: r.search(["gym", "chicago"], limit=2)) == found[:2]
        assert ledger.read(ALICE, lambda r: r.search(["gym"], limit=0)) == []

    def test_of_equals_the_last_recorded_comes_first(self, ledger: Ledger) -> None:
        for n in range(3):
            said = observation(f"o-{n}", minute=9 - n)
            commit(ledger, told(statement(f"s-{n}", said), by=said))
        assert matching(ledger, "chicago") == ["s-2", "s-1", "s-0"]

    @pytest.mark.parametrize("term", HOSTILE, ids=lambda term: ascii(term[:20]))
    def test_terms_are_data(self, ledger: Ledger, term: str) -> None:
        said = observation("o-1", "I live in Chicago.")
        commit(ledger, told(statement("s-1", said), by=said))
        assert matching(ledger, term) in ([], ["s-1"])
        assert matching(ledger, term, "chicago") == ["s-1"]
        assert carrying(ledger, "value", term) == []
        assert carrying(ledger, "value", term, "chicago") == ["s-1"]

    def test_a_statement_full_of_syntax_is_found_by_its_words(self, ledger: Ledger) -> None:
        text = 'x" OR tokens:* NEAR/2 (harbour) -- "'
        said = observation("o-1", text)
        commit(ledger, told(statement("s-1", said, text), by=said))
        for word in ("harbour", "tokens", "x"):
            assert matching(ledger, word) == ["s-1"]

    def test_words_of_any_script_are_found(self, ledger: Ledger) -> None:
        said = observation("o-1", "Zoë wohnt in Köln, раньше в Москве, 東京, עברית, हिन्दी, o'brien, v1.2, 𞤀𞤣𞤤𞤢𞤥.")
        commit(ledger, told(statement("s-1", said, "Köln"), by=said))
        for word in ("zoë", "KÖLN", "Москве", "東京", "עברית", "हिन्दी", "o'brien", "v1.2", "𞤀𞤣𞤤𞤢𞤥"):
            assert matching(ledger, word) == ["s-1"], word
        for word in ("koln", "zoe", "brien", "東"):
            assert matching(ledger, word) == [], word

    def test_a_search_among_many_stays_within_its_limit(self, ledger: Ledger) -> None:
        said = observation("o-1")
        first = statement("s-first", said, "Chicago pier")
        commit(ledger, told(first, by=said))
        commit(ledger, _crowd(600))
        assert len(matching(ledger, "chicago", limit=30)) == 30
        assert matching(ledger, "pier") == ["s-first"]

    def test_slots_of_some_attributes_come_each_once_as_soon_as_something_was_held_in_them(
        self, ledger: Ledger
    ) -> None:
        def asked(reader: LedgerReader) -> list[Slot]:
            return reader.slots_of("user", frozenset({"home_city", "employer", "it's"}))

        assert ledger.read(ALICE, asked) == []
        said, again = observation("o-1"), observation("o-2", minute=5)
        names = (("user", "home_city"), ("sister", "employer"), ("user", "home_city"), ("user", "rent"))
        held = [statement(f"s-{n}", said, slot=Slot(*name)) for n, name in enumerate(names)]
        commit(ledger, told(*held, by=said))
        assert ledger.read(ALICE, asked) == [Slot("user", "home_city")]
        commit(ledger, told(statement("s-9", again, slot=Slot("user", "employer")), by=again))
        slots = [Slot("user", "employer"), Slot("user", "home_city")]
        assert ledger.read(ALICE, asked) == slots
        commit(ledger, Changeset(withdrawn=("s-9",)))
        assert ledger.read(ALICE, asked) == slots
        assert ledger.read(ALICE, lambda r: r.slots_of("user", [])) == []
        commit(ledger, Changeset(erased=("o-2",)))
        assert ledger.read(ALICE, asked) == slots[1:]


def _crowd(size: int) -> Changeset:
    said = observation("o-crowd", minute=1)
    return told(*(statement(f"s-{n:04}", said) for n in range(size)), by=said)


def matching(ledger: Ledger, *words: str, limit: int = 9) -> list[str]:
    """The ids of the statements that a search finds, best first."""
    return ledger.read(ALICE, lambda r: [h.statement.id for h, _ in r.search(words, limit=limit)])


def carrying(ledger: Ledger, field: str, *terms: str, limit: int = 9) -> list[str]:
    """The ids of the statements with any of the terms in a field."""
    return ledger.read(ALICE, lambda r: [h.statement.id for h in r.with_terms(field, terms, limit=limit)])
