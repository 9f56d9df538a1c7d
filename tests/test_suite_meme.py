"""The suite `meme`: generated episodes whose gold follows from what is said, and the published JSON."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, GoldContingency, GoldState, Probe
from atma_overlay.evaluation.matching import Bank, mentions, pair
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.suites.meme_domain import DOMAINS, chatter, domain, wordings
from atma_overlay.evaluation.suites.meme_draw import Deck
from atma_overlay.evaluation.suites.meme_failures import loss
from atma_overlay.evaluation.suites.meme_haystack import tokens
from atma_overlay.evaluation.suites.registry import Options, suite_named
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.evaluation.wording import phrase
from atma_overlay.records import Basis, Cardinality, Origin, Status
from atma_overlay.views import StateRecord, Timeline

FILE = Path(__file__).parent / "data" / "suites" / "meme_episode.json"
KINDS = ("any", "leaving", "value", "dependence")
TASKS = {"exact_recall", "aggregation", "tracking", "deletion", "cascade", "absence", "control"}


@cache
def generated(limit: int = 60, seed: int = 0, **given: str) -> tuple[Episode, ...]:
    settings = {"filler_tokens": "0"} | given
    return tuple(suite_named("meme").load([], Options(limit=limit, seed=seed, given=settings)))


def published() -> Episode:
    (episode,) = suite_named("meme").load([FILE], Options())
    return episode


def state_of(episode: Episode, probe: Probe) -> GoldState:
    return next(s for s in episode.states if any(spell.value in probe.stale for spell in s.history))


def said(episode: Episode, sessions: Sequence[int]) -> list[str]:
    return [t.text for index in sessions for t in episode.sessions[index].turns if t.role == "user"]


def test_without_a_limit_sixty_episodes_are_made() -> None:
    assert len(suite_named("meme").load([], Options(given={"filler_tokens": "0"}))) == 60


def test_every_kind_of_rule_and_deletion_has_at_least_twelve_wordings() -> None:
    words = wordings()
    for kind in (*KINDS, "forget"):
        patterns = getattr(words, kind)
        assert len(set(patterns)) >= 12, kind
        assert all("{C}" in pattern for pattern in patterns)
    for kind in ("any", "leaving", "value"):
        assert all("{new}" in pattern for pattern in getattr(words, kind))
    assert not any("{new}" in pattern for pattern in words.dependence)


def test_every_wording_of_a_rule_comes_up_in_sixty_episodes() -> None:
    rules = [rule for episode in generated() for rule in episode.contingencies]
    assert not any("{" in rule.evidence for rule in rules)
    for kind in KINDS:
        told = [r.evidence.lower() for r in rules if _kind(r) == kind]
        for pattern in getattr(wordings(), kind):
            fillings = re.sub(r"\\\{\w+\\\}", ".+", re.escape(pattern.lower()))
            assert any(re.fullmatch(fillings, text) for text in told), pattern


def _kind(rule: GoldContingency) -> str:
    if rule.value is None:
        return "dependence"
    if rule.when is None:
        return "any"
    return "leaving" if rule.when.startswith("any other than") else "value"


def test_a_deck_deals_every_card_before_one_comes_again() -> None:
    deck = Deck("abcdef", Random(5))
    rounds = ["".join(deck.deal() for _ in range(6)) for _ in range(4)]
    assert {"".join(sorted(dealt)) for dealt in rounds} == {"abcdef"}
    assert len(set(rounds)) > 1


def test_every_episode_has_all_six_tasks_and_a_control() -> None:
    for episode in generated():
        assert {probe.task for probe in episode.probes} == TASKS
        assert {p.category for p in episode.probes} == {"ER", "Agg", "Tr", "Del", "Cas", "Abs", "control", "pre-change"}


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_an_episode_has_a_cascade_and_an_absence_at_every_hop(hops: int) -> None:
    for episode in generated(8, 0, hops=str(hops)):
        tasks = [probe.task for probe in episode.probes]
        assert (tasks.count("cascade"), tasks.count("absence")) == (hops, hops)
        assert max(_distance(episode, s.slot) for s in episode.states) == hops


def _distance(episode: Episode, slot: str) -> int:
    """How many firing rules lie between the slot and a direct change."""
    rule = next((r for r in episode.contingencies if r.child == slot and r.fires), None)
    return 0 if rule is None else 1 + _distance(episode, rule.parent)


def test_what_follows_is_never_said_after_the_change_and_only_the_rule_named_it_before() -> None:
    for episode in generated():
        change = max(p.after_session for p in episode.probes if p.category == "pre-change") + 1
        for probe in (p for p in episode.probes if p.task == "cascade"):
            (gold,) = (form for forms in probe.groups for form in forms)
            naming = [t for t in said(episode, range(len(episode.sessions))) if mentions(phrase(t), phrase(gold))]
            rules = [r.evidence for r in episode.contingencies]
            assert naming
            assert all(any(rule in text for rule in rules) for text in naming)
            assert not any(mentions(phrase(t), phrase(gold)) for t in said(episode, [change]))


def test_every_stated_value_is_said_in_the_session_where_its_spell_begins() -> None:
    for episode in generated():
        for state in episode.states:
            for place, spell in enumerate(state.history):
                consequence = place > 0 and state.history[place - 1].ended_by == "cascaded"
                texts = said(episode, [spell.from_session])
                assert consequence != any(mentions(phrase(t), phrase(spell.value)) for t in texts), spell.value


def test_spells_follow_one_another_without_a_gap() -> None:
    for episode in (*generated(), published()):
        for state in episode.states:
            for earlier, later in zip(state.history, state.history[1:], strict=False):
                assert earlier.until_session == later.from_session


def test_a_stale_value_was_the_gold_of_the_paired_probe_before() -> None:
    for episode in (*generated(), published()):
        probes = {probe.id: probe for probe in episode.probes}
        for probe in (p for p in episode.probes if p.task in ("cascade", "absence", "deletion")):
            assert probe.pair is not None
            before = probes[probe.pair]
            assert before.query == probe.query
            assert before.gold == probe.stale
            assert before.after_session < probe.after_session


def test_states_end_as_their_task_says() -> None:
    endings = {"cascade": "cascaded", "absence": "invalidated", "deletion": "retracted"}
    for episode in (*generated(), published()):
        for probe in (p for p in episode.probes if p.task in endings):
            history = state_of(episode, probe).history
            assert history[0].ended_by == endings[probe.task]
            assert len(history) == (2 if probe.task == "cascade" else 1)


def test_the_text_of_a_rule_stands_in_the_session_it_is_told_in() -> None:
    for episode in (*generated(), published()):
        for rule in episode.contingencies:
            assert any(rule.evidence.rstrip(".") in text for text in said(episode, [rule.from_session]))


def test_a_rule_whose_parent_never_changes_does_not_fire_and_its_child_stands() -> None:
    for episode in generated():
        (control,) = (r for r in episode.contingencies if not r.fires)
        for slot in (control.parent, control.child):
            state = next(s for s in episode.states if s.slot == slot)
            assert [spell.until_session for spell in state.history] == [None]
        assert not any(r.child == control.child for r in episode.contingencies if r.fires)


def test_a_tracked_entity_takes_three_values_in_the_order_of_the_probe() -> None:
    for episode in generated():
        (probe,) = (p for p in episode.probes if p.task == "tracking")
        values = tuple(forms[0] for forms in probe.groups)
        assert any(tuple(s.value for s in state.history) == values for state in episode.states)
        assert len(values) == 3


def test_a_verbatim_text_is_said_byte_for_byte() -> None:
    for episode in generated():
        (probe,) = (p for p in episode.probes if p.category == "ER")
        assert any(t.text.endswith("\n" + str(probe.gold[0])) for s in episode.sessions for t in s.turns)


def test_no_value_stands_in_another_of_the_same_episode() -> None:
    for episode in generated():
        values = [phrase(s.value) for state in episode.states for s in state.history]
        assert all(one is other or not mentions(one, other) for one in values for other in values)


def test_the_same_seed_makes_the_same_episodes_another_seed_others_and_a_limit_the_first() -> None:
    assert generated.__wrapped__(10) == generated.__wrapped__(10)
    assert generated(10, 7) != generated(10)
    assert generated(4) == generated(10)[:4]


def test_a_domain_can_be_chosen() -> None:
    assert {e.id.split("-")[1] for e in generated(6)} == {"personal", "software"}
    assert {e.id.split("-")[1] for e in generated(6, 0, domain="software")} == {"software"}


@pytest.mark.parametrize("size", ["32k", "128000"])
def test_fillers_surround_the_evidence_with_about_as_many_tokens_as_asked(size: str) -> None:
    (bare,) = generated(1)
    (episode,) = generated(1, 0, filler_tokens=size)
    wanted = 32_000 if size == "32k" else 128_000
    added = sum(tokens(s.turns) for s in episode.sessions) - sum(tokens(s.turns) for s in bare.sessions)
    assert wanted <= added < wanted + 3000
    assert [s.at for s in episode.sessions] == sorted(s.at for s in episode.sessions)
    evidence = {text for s in bare.sessions for text in (t.text for t in s.turns if t.role == "user")}
    kept = [t.text for s in episode.sessions for t in s.turns if t.text in evidence]
    assert kept == [t.text for s in bare.sessions for t in s.turns if t.text in evidence]
    assert not any(t.text in evidence for index in (0, -1) for t in episode.sessions[index].turns)


def test_generated_chatter_names_no_value_of_a_pool() -> None:
    talk = phrase(" . ".join((*chatter().topics, *chatter().questions, *chatter().sentences, *chatter().closings)))
    for name in DOMAINS:
        pools = [e.values for e in domain(name).entity] + [f.values for f in domain(name).free]
        fixed = [value for pool in pools for value in pool if "{" not in value]
        assert fixed
        assert not [value for value in fixed if mentions(talk, phrase(value))]


def test_fillers_of_a_file_that_name_a_value_are_left_out(tmp_path: Path) -> None:
    (bare,) = generated(1)
    value = bare.states[0].history[0].value
    lines = [[{"role": "user", "content": f"Number {n} about {value if n % 2 else 'nothing'}."}] for n in range(20)]
    file = tmp_path / "fillers.jsonl"
    file.write_text("\n".join(json.dumps({"turns": turns}) for turns in lines), encoding="utf-8")
    (episode,) = generated(1, 0, filler_tokens="30", filler_file=str(file))
    texts = [t.text for s in episode.sessions for t in s.turns if t.text.startswith("Number")]
    assert texts
    assert not any(value in text for text in texts)


def test_a_published_episode_gives_states_rules_and_probes() -> None:
    episode = published()
    spells = {s.slot: [(h.value, h.from_session, h.ended_by) for h in s.history] for s in episode.states}
    assert spells["project / hosting"] == [("Ostrava Box", 0, "replaced"), ("Lindholm Rack", 4, None)]
    assert spells["project / log page"] == [("logs.ostrava.test", 2, "cascaded"), ("logs.lindholm.test", 4, None)]
    assert spells["project / push key"] == [("K-9", 2, "invalidated")]
    assert spells["project / door code"] == [("5521", 1, "retracted")]
    assert spells["project / mascot"] == [("heron", 0, "replaced"), ("otter", 1, None)]
    rules = [(r.parent, r.child, r.value) for r in episode.contingencies]
    assert rules == [
        ("project / hosting", "project / log page", "logs.lindholm.test"),
        ("project / hosting", "project / push key", None),
    ]
    by_category = {p.category: p for p in episode.probes if p.category != "pre-change"}
    assert by_category["Agg"].gold == (("teal (dark)", "teal"), ("hexagon",))
    assert by_category["Tr"].gold == (("heron",), ("otter",))
    assert by_category["ER"].gold == ("retry = 3\n  backoff = [1, 2, 4]",)
    assert by_category["Abs"].expect == "uncertain"
    assert by_category["Del"].expect == "absent"
    assert {p.after_session for p in episode.probes} == {3, 5}


def test_a_folder_stands_for_its_json_files(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="paths: hold no episode"):
        suite_named("meme").load([tmp_path], Options())
    (tmp_path / "one.json").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    assert list(suite_named("meme").load([tmp_path], Options())) == [published()]


def _without(path: Sequence[str | int]) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    part: Any = content
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return content


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (["sessions"], "meme.json:1 sessions: is missing"),
        (["sessions", 1, "gold_facts", 0, "value"], "sessions[1].gold_facts[0].value: is missing"),
        (["results", "some_system"], "results: holds no system"),
        (["results", "some_system", "after", 0, "entity"], "results.some_system.after[0].entity: is missing"),
        (["episode", "probe_after_idx"], "episode.probe_after_idx: is missing"),
    ],
)
def test_a_file_of_another_schema_is_refused_with_the_field(
    path: Sequence[str | int], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "meme.json"
    file.write_text(json.dumps(_without(path)), encoding="utf-8")
    with pytest.raises(InvalidInputError) as raised:
        suite_named("meme").load([file], Options())
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("paths", "given", "message"),
    [
        ([], {"hop": "2"}, "hop: is no setting of this suite"),
        ([], {"hops": "4"}, "hops: '4' is none of 1, 2, 3, all"),
        ([], {"domain": "garden"}, "domain: 'garden' is none of personal, software, all"),
        ([], {"filler_tokens": "-1"}, "filler_tokens: '-1' is no count"),
        ([], {"filler_file": "missing.jsonl"}, "missing.jsonl: there is no such file"),
        ([FILE], {"hops": "2"}, "hops: is for generated episodes"),
        ([FILE.parent / "missing.json"], {}, "missing.json: there is no such file"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(paths: list[Path], given: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidInputError) as raised:
        suite_named("meme").load(paths, Options(limit=1, given=given))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_generated_episode_runs_in_both_systems() -> None:
    episode = generated(2)[1]
    result = run_episode(episode, Settings(fillers=0))
    assert {name: len(probes) for name, probes in result.probes.items()} == dict.fromkeys(
        ("host", "full"), len(episode.probes)
    )


def record(value: str, *, slot: str, session: int, status: Status = Status.ACTIVE) -> StateRecord:
    subject, attribute = slot.split(" / ")
    at = datetime(2024, 2, 1 + 2 * session, 12, tzinfo=UTC)
    return StateRecord(
        id=f"{attribute} {value}",
        subject=subject,
        attribute=attribute,
        value=value,
        affirmed=True,
        cardinality=Cardinality.SINGLE,
        basis=Basis.SAID,
        origin=Origin.USER,
        status=status,
        valid_from=at,
        valid_to=None,
        observed_at=at,
        recorded_at=at,
        temporary=False,
        evidence=value,
        speaker=None,
        confidence=1.0,
        extractor="test",
        observation_id=f"o{session}",
    )


KNOWN = record("logs.ostrava.test", slot="project / log page", session=2)
MOVED = (
    record("Ostrava Box", slot="project / hosting", session=0, status=Status.SUPERSEDED),
    record("Lindholm Rack", slot="project / hosting", session=4),
)
RULE = "If the hosting changes, the log page will be logs.lindholm.test."


@pytest.mark.parametrize(
    ("records", "rules", "expected"),
    [
        ((), (RULE,), "never known"),
        ((KNOWN, *MOVED), (), "rule missed"),
        ((KNOWN, *MOVED), ("If the office moves, the log page will be paper.",), "rule missed"),
        ((KNOWN,), (RULE,), "change missed"),
        ((KNOWN, record("Ostrava Box", slot="project / hosting", session=0), MOVED[1]), (RULE,), "change missed"),
        ((KNOWN, *MOVED), (RULE,), "answer failed"),
    ],
)
def test_a_failed_cascade_is_lost_where_the_first_thing_is_missing(
    records: tuple[StateRecord, ...], rules: tuple[str, ...], expected: str
) -> None:
    assert lost("Cas", records, rules) == expected


@pytest.mark.parametrize(
    ("category", "records", "expected"),
    [
        ("Del", (), "never known"),
        ("Del", (record("5521", slot="project / door code", session=1),), "change missed"),
        ("Del", (record("5521", slot="project / door code", session=1, status=Status.RETRACTED),), "answer failed"),
        ("Tr", (record("otter", slot="project / mascot", session=1),), "never known"),
        ("Tr", (record("heron", slot="project / mascot", session=0),), "change missed"),
        ("Agg", (record("teal", slot="project / badge colour", session=0),), "never known"),
        (
            "Agg",
            (
                record("teal", slot="project / badge colour", session=0),
                record("hexagon", slot="project / badge shape", session=1),
            ),
            "answer failed",
        ),
    ],
)
def test_the_other_tasks_are_lost_where_value_or_change_is_missing(
    category: str, records: tuple[StateRecord, ...], expected: str
) -> None:
    assert lost(category, records, ()) == expected


def lost(category: str, records: tuple[StateRecord, ...], rules: tuple[str, ...]) -> str:
    episode = published()
    bank = Bank.of(
        Timeline(records=records, transitions=(), contingencies=rules), {f"o{session}": session for session in range(6)}
    )
    probe = next(p for p in episode.probes if p.category == category)
    return loss(episode, probe, bank=bank, pairing=pair(episode, bank))


def test_a_rule_two_hops_up_that_is_missed_loses_the_lower_consequence() -> None:
    episode = generated(8, 0, hops="2")[0]
    probe = [p for p in episode.probes if p.task == "cascade"][1]
    state = state_of(episode, probe)
    chain = {r.child: r for r in episode.contingencies if r.fires}
    lower = chain[state.slot]
    held = record(state.history[0].value, slot=state.slot, session=state.history[0].from_session)
    bank = Bank.of(Timeline(records=(held,), transitions=()), {f"o{n}": n for n in range(5)})
    pairing = pair(episode, bank)
    assert loss(episode, probe, bank=bank, pairing=pairing, held=[lower.evidence]) == "rule missed"
    both = [lower.evidence, chain[lower.parent].evidence]
    assert loss(episode, probe, bank=bank, pairing=pairing, held=both) == "change missed"
