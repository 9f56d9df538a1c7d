"""From a small conversation to the packet: what each view shows, how it is labelled, and what it leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from atma_overlay import HostError, Label, LedgerError, Packet, Row, Scope, View
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem, HostSearch
from atma_overlay.reading.rank import asks_verbatim
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, World

GAP = timedelta(days=30)
VIEWS = [v.value for v in View]
NOBODY = Scope(tenant="acme", user="nobody-yet")


class Silent(MemoryHost):
    """A host that takes everything and finds nothing: every search fails."""

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        raise HostError("silent", "search", "is away", transient=True)


def told(*texts: str, **parts: Any) -> World:
    """A world in which the texts were said a month apart."""
    world = World(**parts)
    for n, text in enumerate(texts):
        world.overlay.remember(text, scope=ME, observed_at=FIRST + n * GAP)
    return world


def ask(world: World, query: str, scope: Scope = ME, **asked: Any) -> Packet:
    return world.overlay.recall(query, scope=scope, **asked)


def shown(packet: Packet) -> list[tuple[str, str]]:
    """Label and value of each row."""
    return [(r.label.value, r.value) for r in packet.rows]


def tracked(packet: Packet) -> list[tuple[str, str]]:
    return [pair for pair in shown(packet) if pair[0] != Label.UNTRACKED]


def verdicts(packet: Packet) -> list[tuple[str, str]]:
    return [(p.text, p.verdict.value) for p in packet.premises]


def contested() -> World:
    """Leeds as the user said it, York as the user said it with a hedge: a change that is proposed."""
    return told("I live in Leeds.", "I live in York, or so I'd like to think.")


def disputed() -> World:
    """Leeds as the user said it, York as a document says."""
    world = told("I live in Leeds.")
    world.overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + GAP, origin="document")
    return world


# The current view


@pytest.mark.parametrize(
    "query",
    [
        "Where do I live?",
        "Is Leeds my home city?",
        "Which bakery is near me in Leeds?",
        "Do I live in York or in Leeds?",
        "Leeds",
        "Plan a quiet evening at home for me.",
    ],
)
def test_the_current_view_never_shows_a_superseded_value_as_current(query: str) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", "I moved to Hull."), query)
    assert packet.view is View.CURRENT
    assert tracked(packet) == [("current", "Hull")]
    assert not [r for r in packet.rows if "Leeds" in r.text or "York" in r.text]


@pytest.mark.parametrize(
    ("said", "query", "rows"),
    [
        (("I use Notion.", "I no longer use Notion."), "Which app do I use?", []),
        (("I live in Leeds.", "Correction: I live in York."), "Where do I live?", [("current", "York")]),
        (("I use Notion.", "I switched from Notion to Obsidian."), "Which app do I use?", [("current", "Obsidian")]),
        (("I live in Leeds.", "This week I'm staying in Lyon."), "Where is my home city?", [("current", "Leeds")]),
    ],
)
def test_the_current_view_shows_what_holds_after_each_kind_of_change(
    said: tuple[str, ...], query: str, rows: list[tuple[str, str]]
) -> None:
    packet = ask(told(*said), query)
    assert [pair for pair in tracked(packet) if pair[0] == "current"][:1] == rows
    assert "Notion" not in " ".join(
        r.text for r in packet.rows if r.label is Label.CURRENT and "Obsidian" not in r.text
    )


def test_a_row_carries_its_evidence_its_dates_and_the_host_s_memory() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    (row,) = ask(world, "Where do I live?").rows
    assert (row.text, row.subject, row.attribute) == ("I moved to York.", "user", "home_city")
    assert (row.valid_from, row.valid_to, row.observed_at) == (FIRST + GAP, None, FIRST + GAP)
    assert [m.text for m in world.host.get(row.host_ids, scope=ME)] == ["I moved to York."]
    assert row.record_ids == tuple(r.id for r in world.timeline().records if r.value == "York")


# The historical view


@pytest.mark.parametrize(
    ("days", "city"), [(0, "Leeds"), (29, "Leeds"), (30, "York"), (59, "York"), (60, "Hull"), (300, "Hull")]
)
def test_a_reading_as_of_an_instant_opens_with_the_spell_that_it_lies_in(days: int, city: str) -> None:
    world = told("I live in Leeds.", "I moved to York.", "I moved to Hull.")
    packet = ask(world, "Where did I live?", valid_at=FIRST + timedelta(days=days))
    assert (packet.view, packet.as_of) == (View.HISTORICAL, FIRST + timedelta(days=days))
    assert shown(packet)[0] == ("current" if city == "Hull" else "historical", city)


def test_a_date_in_the_words_of_the_query_reads_as_of_it() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where did I live on 20 March 2024?")
    assert packet.as_of == datetime(2024, 3, 20, 12, tzinfo=UTC)
    assert shown(packet)[0] == ("historical", "Leeds")


def test_a_query_for_the_past_opens_with_what_is_over() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where did I live before?")
    assert packet.view is View.HISTORICAL
    assert tracked(packet) == [("historical", "Leeds"), ("current", "York")]


def test_what_was_known_then_is_read_as_it_was_known_then() -> None:
    world = told("I live in Leeds.")
    then = world.clock()
    world.overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + GAP)
    assert shown(ask(world, "Where do I live?", known_at=then)) == [("current", "Leeds")]
    assert shown(ask(world, "Where do I live?", known_at=world.clock())) == [("current", "York")]


def test_a_historical_packet_holds_no_host_row_of_a_record_that_it_shows() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where did I live before?")
    assert [r.text for r in packet.rows if r.label is Label.UNTRACKED] == []


def test_the_past_does_not_hold_what_was_never_true() -> None:
    packet = ask(told("I live in Leeds.", "Correction: I live in York."), "Where did I live before?")
    assert [r.text for r in packet.rows if "Leeds" in r.text] == []


# The change view


def test_the_change_view_shows_the_ordered_chain_as_one_packet() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", "I moved to Hull."), "How has my home city changed?")
    assert packet.view is View.CHANGE
    assert shown(packet) == [
        ("transition", "Leeds → York → Hull"),
        ("historical", "Leeds"),
        ("historical", "York"),
        ("current", "Hull"),
    ]
    assert {r.packet for r in packet.rows} == {0}
    assert len(packet.rows[0].transition_ids) == 2


def test_a_return_is_a_chain_of_three() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", "I moved to Leeds."), "How has my home city changed?")
    assert shown(packet)[0] == ("transition", "Leeds → York → Leeds")
    assert [label for label, _ in shown(packet)[1:]] == ["historical", "historical", "current"]


def test_what_never_changed_is_shown_as_it_stands() -> None:
    assert shown(ask(told("I live in Leeds."), "How has my home city changed?")) == [("current", "Leeds")]


@pytest.mark.parametrize(
    ("query", "exact"),
    [
        ("What did I want printed on the shirts?", True),
        ("What is to be engraved on the cup?", True),
        ("What should our sign say?", True),
        ("Which parts do I print on Fridays?", False),
        ("What does my doctor say?", False),
    ],
)
def test_words_that_are_to_go_on_something_are_asked_for_as_they_were_said(query: str, exact: bool) -> None:
    assert asks_verbatim(query) is exact


def test_a_correction_is_no_change() -> None:
    packet = ask(told("I live in Leeds.", "Correction: I live in York."), "How has my home city changed?")
    assert shown(packet) == [("current", "York")]


# The neutral view


def test_the_neutral_view_keeps_the_host_s_rows_and_their_order() -> None:
    world = told(
        "I live in Leeds.", "What a lovely morning.", "I moved to York.", "My rent is 800 euros.", "I own a kayak."
    )
    query = "Quote everything about Leeds, York, the rent, the morning and the kayak."
    packet = ask(world, query, view="neutral")
    found = world.host.search(query, scope=ME, limit=5).memories
    assert [r.text for r in packet.rows] == [m.text for m in found]
    assert [r.host_ids for r in packet.rows] == [(m.id,) for m in found]
    labels = {r.text: r.label.value for r in packet.rows}
    assert labels == {
        "I live in Leeds.": "historical",
        "What a lovely morning.": "untracked",
        "I moved to York.": "current",
        "My rent is 800 euros.": "current",
        "I own a kayak.": "current",
    }


def test_a_host_row_with_a_retired_sentence_is_not_labelled_current_as_a_whole() -> None:
    world = told("I live in Leeds. My sister Lotte bakes bread in an old mill.", "I moved to York.")
    packet = ask(world, "Lotte mill bread", view="neutral")
    assert not [r for r in packet.rows if r.label is Label.CURRENT and "I live in Leeds" in r.text]


# Contests


@pytest.mark.parametrize("query", ["Where do I live?", "Is Leeds my home city?"])
def test_a_contested_pair_is_labelled_so_and_stands_together(query: str) -> None:
    packet = ask(contested(), query, limit=1)
    assert sorted(shown(packet)) == [("contested", "Leeds"), ("contested", "York")]
    assert {r.packet for r in packet.rows} == {0}
    assert {r.note for r in packet.rows} == {"a change is proposed and not decided"}


# Premises


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Since I live in Leeds, which market is best?", [("Leeds", "outdated")]),
        ("Since I live in York, which market is best?", [("York", "supported")]),
        ("Since I live in Oslo, which market is best?", []),
        ("When I still lived in Leeds, which market was best?", []),
    ],
)
def test_a_premise_is_judged_by_what_holds_and_the_unknown_is_not_judged(
    query: str, expected: list[tuple[str, str]]
) -> None:
    assert verdicts(ask(told("I live in Leeds.", "I moved to York."), query)) == expected


def test_an_outdated_premise_names_what_holds_instead() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    packet = ask(world, "Since I live in Leeds, which market is best?")
    (premise,) = packet.blocked
    assert premise.current == ("York",)
    assert premise.reason == "user / home city: superseded, now York"
    assert set(premise.record_ids) == {r.id for r in world.timeline().records if r.attribute == "home_city"}


def test_a_premise_that_ended_without_a_successor_is_outdated_and_names_nothing() -> None:
    packet = ask(told("I use Notion.", "I no longer use Notion."), "Since I use Notion, which plug-ins are there?")
    (premise,) = packet.blocked
    assert (premise.text, premise.current) == ("Notion", ())


@pytest.mark.parametrize("city", ["Leeds", "York"])
def test_a_contested_premise_is_unresolved_and_not_blocked(city: str) -> None:
    packet = ask(contested(), f"Since I live in {city}, which market is best?")
    assert verdicts(packet) == [(city, "unresolved")]
    assert packet.blocked == ()


def test_a_less_trusted_source_contests_its_own_word_and_leaves_the_users_current() -> None:
    packet = ask(disputed(), "Where do I live?")
    assert [(r.label, r.value) for r in packet.rows][:2] == [
        (Label.CURRENT, "Leeds"),
        (Label.CONTESTED, "York"),
    ]
    assert packet.rows[1].note == "said by a less trusted source"


def test_a_less_trusted_source_takes_no_premise_of_the_users_away() -> None:
    assert verdicts(ask(disputed(), "Since I live in Leeds, which market is best?")) == [("Leeds", "supported")]
    assert verdicts(ask(disputed(), "Since I live in York, which market is best?")) == [("York", "unresolved")]


@pytest.mark.parametrize(
    "said",
    [
        ("I live in Leeds.", "I moved to York.", "I moved to Leeds."),
        ("I live in Leeds.", "I moved to York.", "I moved to Hull.", "I moved to Leeds."),
        ("I live in Leeds.", "I moved to York.", "I moved to Leeds.", "I moved to York.", "I moved to Leeds."),
        ("I work in Leeds.", "I live in Leeds.", "I moved to York.", "I moved to Leeds."),
    ],
)
def test_a_premise_that_holds_again_is_never_blocked(said: tuple[str, ...]) -> None:
    packet = ask(told(*said), "Since I live in Leeds, which market is best?")
    assert set(verdicts(packet)) == {("Leeds", "supported")}


def test_a_value_that_still_holds_elsewhere_is_not_blocked_for_what_it_was_there() -> None:
    world = told("I work in Leeds.", "I live in Leeds.", "I moved to York.")
    assert ask(world, "Since I work in Leeds, which train do I take?").blocked == ()


# What is left out, and how many


@pytest.mark.parametrize(("view", "superseded"), [("current", 1), ("historical", 0), ("change", 0), ("neutral", 0)])
def test_a_superseded_record_and_its_host_row_are_one_row_that_is_left_out(view: str, superseded: int) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where do I live?", view=view)
    assert packet.suppressed.superseded == superseded


@pytest.mark.parametrize("view", ["current", "historical", "neutral"])
def test_what_is_retracted_is_counted(view: str) -> None:
    world = told("My rent is 800 euros.", "Please forget what I told you about my rent.")
    assert ask(world, "What is my rent?", view=view).suppressed.retracted == 1


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("by", ["words", "call"])
def test_retracted_content_is_in_no_view(view: str, by: str) -> None:
    world = told("My rent is 800 euros.", "I live in Leeds.")
    if by == "words":
        world.overlay.remember("Please forget what I told you about my rent.", scope=ME, observed_at=FIRST + 2 * GAP)
    else:
        world.overlay.forget("my rent", scope=ME)
    for query in ("What is my rent?", "Do I pay 800 euros?", "rent"):
        packet = ask(world, query, view=view)
        assert not [r for r in packet.rows if "800" in r.text or "800" in r.value]
        assert "My rent is 800" not in packet.render()


# Budgets


def costs(rows: Sequence[Row]) -> int:
    """What the rows cost, by the rule that the packet was admitted by: a token for 4 bytes, 12 for the frame."""
    return sum(-(-len(r.text.encode()) // 4) + -(-len(r.value.encode()) // 4) + 12 for r in rows)


def test_a_limit_counts_packets_and_not_rows() -> None:
    world = told("I live in Leeds.", "I moved to York.", "My rent is 800 euros.", "My rent went up to 900 euros.")
    packet = ask(world, "How have my home city and my rent changed?", limit=1)
    assert [r.label.value for r in packet.rows] == ["transition", "historical", "current"]
    assert packet.suppressed.budget >= 1
    both = ask(world, "How have my home city and my rent changed?", limit=2)
    assert [r.packet for r in both.rows] == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("query", ["How has my home city changed?", "Where do I live?"])
def test_a_packet_is_admitted_whole_or_not_at_all(query: str) -> None:
    world = contested() if query.startswith("Where") else told("I live in Leeds.", "I moved to York.")
    whole = ask(world, query)
    cost = costs([r for r in whole.rows if r.packet == 0])
    assert len([r for r in whole.rows if r.packet == 0]) > 1
    assert ask(world, query, max_tokens=cost).rows == whole.rows
    short = ask(world, query, max_tokens=cost - 1)
    assert short.rows == ()
    assert short.suppressed.budget == 1


@pytest.mark.parametrize("tokens", [1, 20, 40, 60, 100, 1000])
@pytest.mark.parametrize("view", VIEWS)
def test_rows_never_cost_more_than_the_budget(view: str, tokens: int) -> None:
    world = told("I live in Leeds.", "I moved to York.", "I own a kayak.", "My rent is 800 euros.")
    assert costs(ask(world, "Where do I live?", view=view, max_tokens=tokens).rows) <= tokens


def test_a_small_packet_is_admitted_where_a_larger_one_before_it_did_not_fit() -> None:
    world = told(
        "I moved to York, where the rivers meet and the trains from everywhere stop at noon.", "My rent is 800 euros."
    )
    packet = ask(world, "Where do I live and what is my rent?", max_tokens=25)
    assert shown(packet) == [("current", "800 euros")]
    assert packet.suppressed.budget >= 1


# Host rows


def test_a_host_row_that_mixes_a_retired_and_a_live_sentence_is_shown_as_its_live_part() -> None:
    world = told("I live in Leeds. Brunhilde recommends the curry house.", "I moved to York.")
    packet = ask(world, "Where do I live?")
    assert shown(packet) == [("current", "York"), ("untracked", "Brunhilde recommends the curry house.")]
    assert world.host.page(scope=ME).memories[0].text == "I live in Leeds. Brunhilde recommends the curry house."


def test_a_sentence_about_a_value_that_holds_again_is_shown() -> None:
    world = told("I live in Leeds.", "I moved to York.", "I moved to Leeds.")
    world.overlay.remember(
        "Curry houses of Leeds: Bundobust, Prashad.", scope=ME, role="assistant", observed_at=FIRST + 3 * GAP
    )
    packet = ask(world, "Which curry houses are there in Leeds?")
    assert "Curry houses of Leeds: Bundobust, Prashad." in [r.text for r in packet.rows]


def test_what_the_ledger_does_not_know_is_shown_untracked() -> None:
    world = told("I live in Leeds.")
    world.overlay.remember("The recipe takes two cups of rye.", scope=ME, role="assistant", observed_at=FIRST)
    packet = ask(world, "How much rye does the recipe take?")
    assert shown(packet)[0] == ("untracked", "The recipe takes two cups of rye.")


# Narrower scopes


def test_a_narrower_scope_reads_what_was_said_there_alone() -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, observed_at=FIRST)
    world.overlay.remember("I moved to York.", scope=AT_WORK, observed_at=FIRST + GAP)
    question = "Since I live in Leeds, which market is best?"
    assert tracked(ask(world, question)) == [("current", "York")]
    assert verdicts(ask(world, question)) == [("Leeds", "outdated")]
    assert shown(ask(world, question, scope=AT_HOME)) == [("current", "Leeds")]
    assert verdicts(ask(world, question, scope=AT_HOME)) == [("Leeds", "supported")]
    assert shown(ask(world, question, scope=AT_WORK)) == [("current", "York")]
    assert verdicts(ask(world, question, scope=AT_WORK)) == []


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("scope", "foreign"), [(AT_HOME, "York"), (AT_WORK, "Leeds"), (NOBODY, "e")])
def test_no_view_of_a_scope_shows_what_was_said_elsewhere(view: str, scope: Scope, foreign: str) -> None:
    world = World()
    world.overlay.remember("I live in Leeds.", scope=AT_HOME, observed_at=FIRST)
    world.overlay.remember("I moved to York.", scope=AT_WORK, observed_at=FIRST + GAP)
    packet = ask(world, "Have I moved from Leeds to York, and where do I live?", scope=scope, view=view)
    assert not [r for r in packet.rows if foreign in r.text + r.value]
    assert not [p for p in packet.premises if foreign in "".join(p.current)]


# Failures


@pytest.mark.parametrize("view", VIEWS)
def test_a_failing_host_is_named_and_the_ledger_answers(view: str) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", host=Silent()), "Where do I live?", view=view)
    assert packet.degraded == "HostError"
    assert "York" in [r.value for r in packet.rows]


@pytest.mark.parametrize("view", VIEWS)
def test_a_failing_ledger_leaves_the_host_s_own_rows_in_its_own_order(
    view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = told("I live in Leeds.", "I moved to York.", "I own a kayak.")

    def fail(*_: Any) -> Any:
        raise LedgerError("locked")

    monkeypatch.setattr(world.ledger, "read", fail)
    packet = ask(world, "Where do I live?", view=view, limit=2)
    found = world.host.search("Where do I live?", scope=ME, limit=2).memories
    assert packet.degraded == "LedgerError"
    assert [(r.label, r.text, r.host_ids) for r in packet.rows] == [(Label.UNTRACKED, m.text, (m.id,)) for m in found]
    assert packet.premises == ()


def test_with_host_and_ledger_gone_the_packet_is_empty_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    world = told("I live in Leeds.", host=Silent())

    def fail(*_: Any) -> Any:
        raise LedgerError("locked")

    monkeypatch.setattr(world.ledger, "read", fail)
    packet = ask(world, "Where do I live?")
    assert (packet.rows, packet.degraded) == ((), "LedgerError")


# A brand-new scope


@pytest.mark.parametrize("view", [None, *VIEWS])
def test_a_brand_new_scope_answers_with_nothing(view: str | None) -> None:
    packet = ask(World(), "Where do I live?", scope=NOBODY, view=view)
    assert (packet.rows, packet.premises, packet.degraded, packet.suppressed.total) == ((), (), None, 0)


@pytest.mark.parametrize("view", [None, *VIEWS])
def test_an_empty_ledger_over_a_full_host_answers_with_the_host_s_rows(view: str | None) -> None:
    host = MemoryHost()
    host.add([HostItem(key="k", text="I live in Leeds.", role="user", observed_at=FIRST)], scope=ME)
    packet = ask(World(host=host), "Where do I live?", view=view)
    assert shown(packet) == [("untracked", "I live in Leeds.")]
    assert packet.degraded is None


# Hostile queries

HOSTILE = [
    '"', "*", "NEAR(", "live AND", "OR", "NOT live", "home_city:Leeds", '"unterminated', "()", "live*", "-live",
    "^live", '"live" NEAR/5 "Leeds"', "{live}", "'; DROP TABLE statements; --", "%", "_", "\\", "^(a+)+$", "NULL",
    "1e309", "...", "?!", "—", "\x00", "live\x00Leeds", "where\ndo\tI\rlive", "\u202ewhere", "\u200b", "🏠",
    "🏠🏠 where do I live?", "😀" * 2_000, "ﷺ", "İstanbul", "l\u0301i\u0301ve", "x" * 10_000, "where do I live " * 625,
    "I live in Leeds, " * 600, "(" * 10_000, "我住在哪里?", "?" * 10_000,
]  # fmt: skip


@pytest.fixture(scope="module", params=["memory://", "sqlite:"])
def two_cities(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    url = request.param
    if url == "sqlite:":
        url = f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'ledger.db'}"
    world = told("I live in Leeds.", "I moved to York.", url=url, on_error="raise")
    yield world
    world.ledger.close()


@pytest.mark.parametrize("view", [None, *VIEWS])
@pytest.mark.parametrize("query", HOSTILE, ids=lambda q: repr(q[:12]))
def test_no_query_is_so_hostile_that_it_raises(two_cities: World, query: str, view: str | None) -> None:
    packet = ask(two_cities, query, view=view)
    assert packet.degraded is None
    assert packet.query == query
    assert packet.render()


# What only names a value, and what goes back to one


@pytest.mark.parametrize(
    ("query", "blocked"),
    [
        ("Which train goes to Leeds?", False),
        ("Is there a bakery in Leeds?", False),
        ("Who lives in Leeds?", False),
        ("How do I get to Leeds by noon?", False),
        ("What's a good present for my friend in Leeds?", False),
        ("Which hotel in Leeds should I book for my trip?", False),
        ("Is York bigger than Leeds?", False),
        ("Since I live in Leeds, which gym is near?", True),
        ("Do I still live in Leeds?", True),
        ("Which gym is close to my Leeds flat?", True),
        ("Living in Leeds, can I walk to the market?", True),
        ("Which bakery near me in Leeds opens first?", True),
    ],
)
def test_a_value_is_a_premise_where_the_query_takes_it_for_granted(query: str, blocked: bool) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), query)
    assert bool(packet.blocked) is blocked


@pytest.mark.parametrize(
    ("said", "current"),
    [
        (("I work at Acme.", "I work at Globex now.", "I'm back at Acme."), "Acme"),
        (("I use Vim.", "I switched to Emacs.", "I went back to Vim."), "Vim"),
        (("We host it on Heroku.", "We moved from Heroku to Render.", "We've gone back to Heroku."), "Heroku"),
        (("I use Vim.", "I switched to Emacs.", "I went back to Nano."), "Emacs"),
        (("I bank with Barclays.", "I bank with Monzo now.", "I went back to Barclays for the cash machine."), "Monzo"),
        (("I use Vim.", "I switched to Emacs.", "Should I go back to Vim?"), "Emacs"),
        (("I use Vim.", "I switched to Emacs.", "If it crashes again I'll go back to Vim."), "Emacs"),
    ],
)
def test_what_was_given_up_holds_again_once_somebody_went_back_to_it(said: tuple[str, ...], current: str) -> None:
    records = told(*said).timeline(scope=ME).records
    former = next(r for r in records if r.status == "superseded")
    standing = [r.value for r in records if r.attribute == former.attribute and r.status == "active"]
    assert standing == [current]


def test_a_subclass_of_str_is_read_as_its_characters() -> None:
    class Said(str):
        __slots__ = ()

        def __new__(cls, text: str, _mark: int) -> Said:
            return str.__new__(cls, text)

    world = told(Said("I live in Leeds.", 1), Said("I moved to York.", 2))
    assert type(ask(world, Said("Since I live in Leeds, which gym is near?", 3)).query) is str


@pytest.mark.parametrize("second", ["My manager is Tomas now.", "As of today my manager is Tomas."])
def test_two_sentences_of_one_turn_leave_one_manager(second: str) -> None:
    active = [
        r.value for r in told(f"My manager is Priya. {second}").timeline(scope=ME).records if r.status == "active"
    ]
    assert active == ["Tomas"]


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("I lost my job at Hooli this month.", [("Hooli", None)]),
        ("I lost my job as a banker.", [("banker", None)]),
        ("We switched from Trello to Linear.", [("Trello", "Linear")]),
        ("We went from London to Paris in two hours.", []),
        ("I left Leeds at noon.", []),
    ],
)
def test_a_change_that_is_told_whole_keeps_what_it_takes_for_granted(
    said: str, moves: list[tuple[str, str | None]]
) -> None:
    found = told(said).timeline(scope=ME).transitions
    assert [(t.from_value, t.to_value) for t in found if t.state == "applied"] == moves
