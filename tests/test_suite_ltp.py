"""The suites `ltp` and `ltp-implicit`: what is asked is said, and said only where it should be."""

import json
from pathlib import Path
from random import Random

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.suites.ltp_attributes import wordlist
from atma_overlay.evaluation.suites.ltp_pairs import opened, pairs
from atma_overlay.evaluation.suites.registry import Options, suite_named
from atma_overlay.evaluation.trial import run_episode
from atma_overlay.evaluation.wording import phrase

DATA = Path(__file__).parent / "data" / "suites"
LOCOMO = DATA / "ltp_locomo.json"
STALE = DATA / "ltp_stale.jsonl"


def explicit(options: Options | None = None) -> list[Episode]:
    return list(suite_named("ltp").load([LOCOMO], options or Options()))


def implicit(**given: str) -> list[Episode]:
    return list(suite_named("ltp-implicit").load([LOCOMO, STALE], Options(given=given)))


def original() -> dict[str, list[list[str]]]:
    """The texts of each session of the carrier, by conversation."""
    out: dict[str, list[list[str]]] = {}
    for sample in json.loads(LOCOMO.read_text(encoding="utf-8")):
        talk = sample["conversation"]
        count = sum(key.endswith("_date_time") for key in talk)
        out[sample["sample_id"]] = [[t["text"] for t in talk[f"session_{n + 1}"]] for n in range(count)]
    return out


def test_a_conversation_gets_forty_old_and_forty_current_cues_and_as_many_probes_of_either_kind() -> None:
    for episode, before in zip(explicit(), original().values(), strict=True):
        added = sum(len(s.turns) for s in episode.sessions) - sum(len(texts) for texts in before)
        assert added == 80
        assert [p.category for p in episode.probes].count("historical") == 40
        assert [p.category for p in episode.probes].count("conflict") == 40
        assert len(episode.states) == 40


def test_the_forty_attributes_are_different_ones_twenty_for_each_speaker() -> None:
    for episode in explicit():
        names = [state.slot.split(" / ") for state in episode.states]
        assert len({attribute for _, attribute in names}) == 40
        speakers = [speaker for speaker, _ in names]
        assert sorted(speakers.count(s) for s in set(speakers)) == [20, 20]


def test_the_conversation_itself_stays_as_it_was() -> None:
    for episode, before in zip(explicit(), original().values(), strict=True):
        for session, texts in zip(episode.sessions, before, strict=True):
            assert [t.text for t in session.turns if t.text in texts] == texts


def test_every_value_is_said_by_its_speaker_in_the_session_where_its_spell_begins() -> None:
    for episode in explicit():
        for state in episode.states:
            for spell in state.history:
                tellers = [
                    t.name
                    for t in episode.sessions[spell.from_session].turns
                    if mentions(phrase(t.text), phrase(spell.value))
                ]
                assert tellers == [state.slot.split(" / ")[0]]


def test_the_old_value_ends_in_a_later_session_where_the_current_one_begins() -> None:
    for episode in explicit():
        for old, current in (state.history for state in episode.states):
            assert old.from_session < current.from_session == old.until_session
            assert current.until_session is None


def test_a_value_stands_in_one_turn_of_the_whole_episode() -> None:
    for episode in explicit():
        texts = [phrase(t.text) for s in episode.sessions for t in s.turns]
        for spell in (spell for state in episode.states for spell in state.history):
            assert sum(mentions(text, phrase(spell.value)) for text in texts) == 1, spell.value


def test_a_value_that_the_conversation_speaks_of_is_not_drawn() -> None:
    taken = {"hours of sleep": ["5 hours", "6 hours", "7 hours", "9 hours"], "bus line": ["Bus 14 was late."]}
    texts = [text for texts in taken.values() for text in texts]
    for seed in range(5):
        drawn = pairs(("Ada", "Ben"), texts, how_many=60, chance=Random(seed))
        values = {value for pair in drawn for value in (pair.old, pair.current)}
        assert not values & {"5 hours", "6 hours", "7 hours", "9 hours", "bus 14"}
        assert not any(pair.slot.endswith("hours of sleep") for pair in drawn)


def test_both_cues_of_a_pair_are_one_template_and_the_current_one_is_marked() -> None:
    for pair in pairs(("Ada", "Ben"), [], how_many=60, chance=Random(3)):
        old, current = (
            cue.replace(value, "_").lower()
            for cue, value in ((pair.old_cue, pair.old), (pair.current_cue, pair.current))
        )
        for opening in sorted(wordlist().openings, key=len, reverse=True):
            old, current = old.removeprefix(opening.lower()), current.removeprefix(opening.lower())
        assert any(current == old[:-1] + marker + "." for marker in wordlist().now_in_cues)


def test_probes_speak_of_the_speaker_by_name_and_never_give_the_answer_away() -> None:
    for episode in explicit():
        for probe, state in zip(episode.probes, [s for s in episode.states for _ in range(2)], strict=True):
            assert state.slot.split(" / ")[0] in probe.query
            assert not any(mentions(phrase(probe.query), phrase(spell.value)) for spell in state.history)


def test_a_conflict_probe_wants_the_current_value_and_a_historical_one_the_old() -> None:
    episode = explicit()[0]
    old, current = episode.states[0].history
    historical, conflict = episode.probes[:2]
    assert (historical.gold, historical.stale, historical.view) == ((old.value,), (), "historical")
    assert (conflict.gold, conflict.stale, conflict.view) == ((current.value,), (old.value,), "current")
    assert {p.after_session for p in episode.probes} == {len(episode.sessions) - 1}


def test_the_same_seed_makes_the_same_episodes_and_another_seed_others() -> None:
    assert explicit() == explicit()
    assert explicit(Options(seed=1)) != explicit()


def test_a_limit_takes_the_first_conversations_and_changes_nothing_in_them() -> None:
    assert explicit(Options(limit=1)) == explicit()[:1]


def test_the_number_of_pairs_can_be_chosen() -> None:
    assert len(explicit(Options(given={"pairs": "3"}))[0].probes) == 6


def test_the_word_list_has_sixty_attributes_of_many_areas_with_several_wordings() -> None:
    attributes = wordlist().attribute
    assert len(attributes) >= 60
    assert len({a.slot for a in attributes}) == len(attributes)
    assert len({a.area for a in attributes}) >= 10
    assert all("{v}" in cue and "{now}" in cue for a in attributes for cue in a.said)
    assert all("{n}" in query for a in attributes for query in (*a.asks_now, *a.asks_before))


def test_an_opening_leaves_names_and_the_first_person_in_capitals() -> None:
    assert opened("By the way, ", "My bank is Fernhill.") == "By the way, my bank is Fernhill."
    assert opened("Also, ", "I swim.") == "Also, I swim."
    assert opened("Also, ", "Mrs. Novak cleans.") == "Also, Mrs. Novak cleans."
    assert opened("", "the Plough is it.") == "The Plough is it."


def test_an_implicit_pair_is_told_as_two_statements_and_the_question_names_its_speaker() -> None:
    episodes = implicit()
    probes = {p.id: (e, p) for e in episodes for p in e.probes}
    assert sorted(probes) == ["dim1-s-1", "dim1-s-2"]
    episode, probe = probes["dim1-s-2"]
    ((session, turn),) = probe.turns
    teller = episode.sessions[session].turns[turn]
    assert teller.text == "The hard case keeps my sketches flat, the roll went to my nephew."
    assert (
        probe.query == f"Based on the conversation history, is {teller.name}'s canvas roll still in use for sketches?"
    )
    assert probe.stale == ("I carry my sketches in a canvas roll.",)
    state = next(s for s in episode.states if s.slot.endswith("s-2"))
    assert [spell.statement for spell in state.history] == [True, True]
    told = [t.text for s in episode.sessions[:session] for t in s.turns]
    assert "I carry my sketches in a canvas roll." in told


@pytest.mark.parametrize(("kind", "ids"), [("T1", {"s-1", "s-2"}), ("T2", {"s-3"}), ("all", {"s-1", "s-2", "s-3"})])
def test_the_type_chooses_the_cases_and_each_is_told_once(kind: str, ids: set[str]) -> None:
    told = [p.id.removeprefix("dim1-") for e in implicit(type=kind) for p in e.probes]
    assert sorted(told) == sorted(ids)


def test_an_explicit_episode_runs_in_both_systems() -> None:
    (episode,) = explicit(Options(limit=1, given={"pairs": "4"}))
    result = run_episode(episode, Settings(fillers=0))
    assert {name: len(probes) for name, probes in result.probes.items()} == {"host": 8, "full": 8}
    assert result.bank["as kept"]["state_recall"].out_of == 8


@pytest.mark.parametrize(
    ("suite", "paths", "given", "message"),
    [
        ("ltp", [], {}, "paths: are 0: pass the path of locomo10.json"),
        ("ltp", [LOCOMO], {"pears": "3"}, "pears: is no setting of this suite: use one of pairs"),
        ("ltp", [LOCOMO], {"pairs": "none"}, "pairs: 'none' is no count: pass 1 or more"),
        ("ltp", [LOCOMO], {"pairs": "500"}, "pairs: 500 are too many: this conversation takes"),
        ("ltp", [DATA / "missing.json"], {}, "missing.json: there is no such file"),
        ("ltp", [STALE], {}, "ltp_stale.jsonl:1 sample_id: is missing"),
        ("ltp-implicit", [LOCOMO], {}, "paths: are 1: pass locomo10.json, then STALE's core.jsonl"),
        ("ltp-implicit", [LOCOMO, STALE], {"type": "T3"}, "type: 'T3' is none of T1, T2, all"),
        ("ltp-implicit", [LOCOMO, LOCOMO], {}, "type: is missing"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(
    suite: str, paths: list[Path], given: dict[str, str], message: str
) -> None:
    with pytest.raises(InvalidInputError) as raised:
        suite_named(suite).load(paths, Options(given=given))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_conversation_of_one_session_or_of_one_person_is_refused(tmp_path: Path) -> None:
    talk = {
        "session_1_date_time": "9:05 am on 3 March, 2024",
        "session_1": [{"speaker": "Ada", "dia_id": "D1:1", "text": "Hello?"}],
    }
    file = tmp_path / "one.json"
    file.write_text(json.dumps([{"sample_id": "c", "conversation": talk}]), encoding="utf-8")
    with pytest.raises(InvalidInputError, match=r"one.json c conversation: has fewer than two sessions"):
        suite_named("ltp").load([file], Options())
    talk |= {"session_2_date_time": "9:05 am on 4 March, 2024", "session_2": talk["session_1"]}
    file.write_text(json.dumps([{"sample_id": "c", "conversation": talk}]), encoding="utf-8")
    with pytest.raises(InvalidInputError, match=r"one.json c speaker: names 1 people"):
        suite_named("ltp").load([file], Options())
