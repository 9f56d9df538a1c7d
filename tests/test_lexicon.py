"""The attribute lexicon: the shipped one is whole, a user's own is understood, a broken one is refused."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import pytest

from atma_overlay import InvalidInputError, Lexicon, Overlay, Scope, Timeline
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.language.turn import read_turn
from atma_overlay.language.vocabulary.attributes import Attribute, ValueKind

ME = Scope(tenant="acme", user="u-1")
FIRST = datetime(2024, 3, 4, 9, tzinfo=UTC)

CUPMEM = {
    "identity_and_background": {
        "core_identity_or_role", "skill_or_language_background", "stable_social_context",
        "current_status_or_affiliation",
    },
    "stable_preferences": {"enduring_preference", "habitual_choice_pattern", "value_or_priority_tendency"},
    "location_and_living": {
        "current_base_location", "living_arrangement_or_settlement", "location_linked_condition",
    },
    "weather_and_environment": {"current_weather_pattern", "environmental_condition", "weather_linked_adjustment"},
    "health_and_mobility": {"current_health_state", "functional_limitation", "health_linked_adjustment"},
    "work_and_schedule": {
        "current_workload", "schedule_pressure_or_bandwidth", "work_transition_or_change",
        "standing_commitment_or_availability",
    },
    "finance_and_resources": {
        "financial_constraint", "resource_availability", "resource_linked_adjustment",
        "resource_access_or_recoverability",
    },
    "family_and_caregiving": {"caregiving_responsibility", "household_obligation", "family_linked_constraint"},
    "routine_and_transport": {"current_commute_mode", "transport_access_condition", "routine_shift"},
    "current_focus_and_goals": {"current_primary_focus", "short_horizon_goal", "goal_linked_constraint"},
}  # fmt: skip
"""CUPMem's ten state domains with their local slots (STALE, Table 8)."""

OWN = {"software_project", "digital_life"}

BORROWED = {
    ("work_and_schedule", "core_identity_or_role"),
    ("work_and_schedule", "current_status_or_affiliation"),
    ("work_and_schedule", "stable_social_context"),
    ("family_and_caregiving", "stable_social_context"),
    ("software_project", "goal_linked_constraint"),
    ("software_project", "standing_commitment_or_availability"),
}
"""Slots that the lexicon uses outside the domain that Table 8 gives them."""

STALE = {
    "Spatiotemporal_Context": ("home_city", "home_address", "neighbourhood", "work_city", "travel_destination"),
    "Role_and_Identity": ("occupation", "employment_status", "citizenship", "religion", "marital_status"),
    "Social_Network": ("friend", "dating_partner", "sister", "colleague", "neighbour"),
    "Capability_and_resource": ("skill", "salary", "savings", "debt", "credit_score", "languages_spoken"),
    "Routine": ("work_hours", "bedtime", "sport", "commute_mode", "coffee_amount"),
    "Belongings_and_Possessions": ("car", "pet_dog", "wearable", "insurance", "streaming_subscription"),
    "Preference_and_Value": ("hobby", "diet", "favourite_food", "political_leaning", "fear"),
    "Physical_and_Mental_Health": ("weight", "stress_level", "medical_condition", "injury", "allergy", "eyesight"),
    "Current_Focus": ("project", "long_term_goal", "deadline", "learning_topic", "current_book", "savings_goal"),
    "Digital_Footprint": ("code_repository", "operating_system", "backup_schedule", "phone"),
}  # fmt: skip
"""STALE's ten categories (Table 4), and attributes of ours that hold some of each."""

WORD = r"(?:[a-z0-9'-]+|\([a-z0-9'-]+(?:\|[a-z0-9'-]+)*\))\??"
PATTERN = re.compile(rf"(?:{WORD}|\{{V\}})(?: (?:{WORD}|\{{V\}}))*")


@cache
def shipped() -> Lexicon:
    return Lexicon.load()


def attributes() -> list[Attribute]:
    return list(shipped().attributes.values())


def files() -> list[dict[str, Any]]:
    folder = resources.files("atma_overlay.data").joinpath("lexicon")
    return [tomllib.loads(f.read_text(encoding="utf-8")) for f in folder.iterdir() if f.name.endswith(".toml")]


# The shipped one


def test_the_shipped_lexicon_parses_and_builds_an_extractor() -> None:
    assert len(attributes()) >= 280
    assert RulesExtractor(shipped()).lexicon is shipped()


def test_ids_are_unique_over_all_files() -> None:
    ids = Counter(a["id"] for file in files() for a in file.get("attribute", ()))
    assert sorted(i for i, count in ids.items() if count > 1) == []


def test_every_attribute_of_every_file_is_there_under_an_id_in_snake_case() -> None:
    ids = {a["id"] for file in files() for a in file.get("attribute", ())}
    assert ids == set(shipped().attributes)
    assert [i for i in ids if not re.fullmatch(r"[a-z][a-z0-9_]*", i)] == []


def test_domains_are_cupmem_s_and_two_of_our_own() -> None:
    assert {a.domain for a in attributes()} <= set(CUPMEM) | OWN


@pytest.mark.parametrize(
    "domain",
    [
        pytest.param(
            d, marks=pytest.mark.xfail(strict=True, reason="no attribute of weather or surroundings is listed")
        )
        if d == "weather_and_environment"
        else d
        for d in sorted(set(CUPMEM) | OWN)
    ],
)
def test_every_domain_has_attributes(domain: str) -> None:
    assert sum(a.domain == domain for a in attributes()) >= 3


def test_local_slots_are_those_of_table_8() -> None:
    used = {(a.domain, a.slot) for a in attributes() if a.slot}
    known = {(domain, slot) for domain, slots in CUPMEM.items() for slot in slots}
    assert {slot for _, slot in used} <= {slot for _, slot in known}
    assert used - known == BORROWED


@pytest.mark.parametrize("category", STALE)
def test_every_category_of_stale_is_represented(category: str) -> None:
    assert [i for i in STALE[category] if i not in shipped().attributes] == []
    assert len(set(STALE[category])) >= 3


@pytest.mark.parametrize("attribute", attributes(), ids=lambda a: a.id)
def test_every_attribute_is_well_formed(attribute: Attribute) -> None:
    assert set(attribute.values) <= set(get_args(ValueKind))
    assert attribute.name
    assert attribute.nouns or attribute.statements or attribute.changes
    assert attribute.cues or attribute.nouns
    for pattern in (*attribute.statements, *attribute.changes, *attribute.ends, *attribute.verb_values):
        assert PATTERN.fullmatch(pattern), pattern
        assert pattern.count("{V}") <= 1
        assert pattern != "{V}"


def test_every_change_verb_names_its_effect_and_only_old_and_new() -> None:
    verbs = shipped().change_verbs
    assert len(verbs) >= 20
    assert {v.effect for v in verbs} == {"replace", "end", "start", "set"}
    placeholders = {p for v in verbs for p in re.findall(r"\{\w*\}", v.pattern)}
    assert placeholders == {"{old}", "{new}"}


def test_every_named_list_of_values_exists_and_is_not_empty() -> None:
    lists = {name for file in files() for name, value in file.items() if isinstance(value, list) and value}
    assert {a.value_list for a in attributes() if a.value_list} <= lists


# A user's own


KILN = """
[[attribute]]
id = "kiln_cone"
name = "kiln cone"
domain = "current_focus_and_goals"
nouns = ["kiln cone", "cone"]
statements = ["fire to cone"]
cues = ["cone fire"]
"""
SAID = ("My kiln cone is 04.", "I fire to cone 6.", "My cone is now 5.")


def saved(folder: Path, text: str | bytes) -> Path:
    path = folder / "mine.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def told(*texts: str, lexicon: Lexicon | None = None) -> tuple[Overlay, Timeline]:
    overlay = Overlay(MemoryHost(), ledger="memory://", lexicon=lexicon)
    for day, text in enumerate(texts):
        overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
    return overlay, overlay.timeline(scope=ME)


def test_an_attribute_of_the_user_s_is_understood_from_end_to_end(tmp_path: Path) -> None:
    overlay, timeline = told(*SAID, lexicon=Lexicon.load(saved(tmp_path, KILN)))
    assert {r.attribute for r in timeline.records} == {"kiln_cone"}
    assert [r.value for r in timeline.records if r.status == "active"] == ["5"]
    assert [r.value for r in overlay.recall("Which cone do I fire to?", scope=ME).rows] == ["5"]
    overlay.close()


def test_without_it_the_same_sentences_are_of_several_slots() -> None:
    overlay, timeline = told(*SAID)
    assert len({r.attribute for r in timeline.records}) > 1
    overlay.close()


def test_an_attribute_of_a_known_id_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    mine = Lexicon.load(saved(tmp_path, KILN.replace("kiln_cone", "rent")))
    assert mine.attributes["rent"].name == "kiln cone"
    assert set(mine.attributes) == set(shipped().attributes)
    assert shipped().attributes["rent"].name != "kiln cone"


def test_of_several_files_the_last_one_counts(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text(KILN, encoding="utf-8")
    second.write_text(KILN.replace('name = "kiln cone"', 'name = "firing cone"'), encoding="utf-8")
    assert Lexicon.load(first, second).attributes["kiln_cone"].name == "firing cone"
    assert Lexicon.load(str(second), str(first)).attributes["kiln_cone"].name == "kiln cone"


def test_a_file_that_begins_with_a_byte_order_mark_is_read_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(KILN, encoding="utf-8-sig")
    assert Lexicon.load(tmp_path / "mine.toml").attributes["kiln_cone"].name == "kiln cone"


def test_an_empty_file_adds_nothing(tmp_path: Path) -> None:
    assert Lexicon.load(saved(tmp_path, "")).attributes == shipped().attributes


# Broken ones

HEAD = '[[attribute]]\nid = "kiln_cone"\nname = "kiln cone"\ndomain = "digital_life"\n'


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[attribute]\nid =", "not TOML"),
        (b"\xff\xfe", "not TOML"),
        (HEAD + 'nuons = ["cone"]', "attribute.0.nuons"),
        (HEAD + 'nouns = "cone"', "attribute.0.nouns"),
        (HEAD + 'cardinality = "many"', "attribute.0.cardinality"),
        (HEAD + HEAD.replace("kiln_cone", "b") + "cues = 3", "attribute.1.cues"),
        (HEAD.replace('id = "kiln_cone"\n', ""), "attribute.0.id"),
        ("attribute = 3", "attribute"),
        ("sorts = 3", "sorts"),
        ('[[change_verb]]\neffect = "replace"', "change_verb.0.pattern"),
        ('[[change_verb]]\npattern = "swap {old} for {new}"', "change_verb.0.effect"),
    ],
)
def test_a_broken_file_is_refused_once_with_the_file_and_the_field(
    text: str | bytes, named: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, text)
    with pytest.raises(InvalidInputError) as refused:
        Lexicon.load(path)
    assert refused.value.field == "lexicon"
    assert str(path) in str(refused.value)
    assert named in str(refused.value)


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_is_refused_by_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="cannot be read"):
        Lexicon.load(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "where", "remedy"),
    [
        (HEAD.replace('"kiln_cone"', '""'), "attribute.0.id", "joined by underscores"),
        (HEAD.replace('"kiln cone"', '" "'), "attribute.0.name (of 'kiln_cone')", "at least one letter"),
        (HEAD + HEAD, "attribute.1.id: 'kiln_cone'", "rename one"),
        (HEAD.replace("digital_life", "pottery"), "attribute.0.domain (of 'kiln_cone'): 'pottery'", "'digital_life'"),
        (HEAD + 'slot = "shelf"', "attribute.0.slot (of 'kiln_cone'): 'shelf'", "'routine_shift'"),
        (HEAD + 'subjects = ["potter"]', "attribute.0.subjects.0 (of 'kiln_cone'): 'potter'", "'any'"),
        (HEAD + 'values = ["plaice"]', "attribute.0.values.0 (of 'kiln_cone'): 'plaice'", "'place'"),
        (HEAD + "values = []", "attribute.0.values (of 'kiln_cone')", "write one at least"),
        (HEAD + 'value_list = "nowhere"', "attribute.0.value_list (of 'kiln_cone'): 'nowhere'", "add nowhere ="),
        (HEAD + 'statements = [""]', "attribute.0.statements.0 (of 'kiln_cone'): ''", "the verb first"),
        (HEAD + 'statements = ["fire {X} to"]', "attribute.0.statements.0 (of 'kiln_cone')", "{V} once at most"),
        (HEAD + 'changes = ["fire {V} to {V}"]', "attribute.0.changes.0 (of 'kiln_cone')", "{V} once at most"),
        (HEAD + 'ends = ["fire", "{V} to"]', "attribute.0.ends.1 (of 'kiln_cone')", "the verb first"),
        (HEAD + 'statements = ["fire (up|down to"]', "attribute.0.statements.0 (of 'kiln_cone')", "(a|b)"),
        (HEAD + 'statements = ["Fire to"]', "attribute.0.statements.0 (of 'kiln_cone')", "lower-case"),
        (HEAD + 'nuons = ["cone"]', "attribute.0.nuons (of 'kiln_cone')", "nouns"),
        (
            '[[change_verb]]\npattern = "swap {old} for {new}"\neffect = "explode"',
            "change_verb.0.effect (of 'swap {old} for {new}'): 'explode'", "'replace'",
        ),
        ('[[change_verb]]\npattern = "swap"\neffect = "end"', "change_verb.0.pattern (of 'swap')", "{old}"),
        ('[[change_verb]]\npattern = "{old}"\neffect = "end"', "change_verb.0.pattern (of '{old}')", "a verb"),
        (
            '[[change_verb]]\npattern = "swap {new} for {V}"\neffect = "end"',
            "change_verb.0.pattern (of 'swap {new} for {V}')", "each once",
        ),
        ('stative_verb = ["fire"]', "stative_verb", "stative_verbs"),
        ("[[attributes]]\nid = 3", "attributes", "the tables are attribute,"),
        ("diet_words = [3]", "diet_words", "a list of words"),
        ('role_suffixes = [""]', "role_suffixes.0", "at least one letter"),
    ],
)  # fmt: skip
def test_a_file_that_means_nothing_is_refused_with_the_place_and_the_remedy(
    text: str, where: str, remedy: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, text)
    with pytest.raises(InvalidInputError) as refused:
        Lexicon.load(path)
    place, _, told = refused.value.problem.partition(where)
    assert place == f"{path}: "
    assert remedy in told


def test_a_list_of_values_may_be_shipped_or_stand_in_another_file(tmp_path: Path) -> None:
    mine, words = saved(tmp_path, HEAD + 'value_list = "cones"'), tmp_path / "words.toml"
    words.write_text('cones = ["six"]\ndiet_words = ["breatharian"]', encoding="utf-8")
    assert "kiln_cone" in Lexicon.load(mine, words).attributes
    assert "kiln_cone" in Lexicon.load(saved(tmp_path, HEAD + 'value_list = "pet_words"')).attributes


@pytest.mark.parametrize("field", ["id", "name", "domain"])
def test_a_field_that_an_attribute_needs_is_asked_for(field: str, tmp_path: Path) -> None:
    needed = {"id": "hub", "name": "hub", "domain": "work_and_schedule"}
    lines = "".join(f'{name} = "{value}"\n' for name, value in needed.items() if name != field)
    with pytest.raises(InvalidInputError, match=rf"attribute\.0\.{field}.*: is missing: write {field} = …") as refused:
        Lexicon.load(saved(tmp_path, f"[[attribute]]\n{lines}"))
    assert ("work_and_schedule" in str(refused.value)) == (field == "domain")


@pytest.mark.parametrize("field", [name for name in Attribute.model_fields if name not in ("id", "name", "domain")])
def test_a_field_of_another_kind_is_refused_with_what_to_write(field: str, tmp_path: Path) -> None:
    text = f'[[attribute]]\nid = "hub"\nname = "hub"\ndomain = "work_and_schedule"\n{field} = 3\n'
    with pytest.raises(InvalidInputError, match=rf"attribute\.0\.{field} \(of 'hub'\): is .*: write ") as refused:
        Lexicon.load(saved(tmp_path, text))
    assert "\n" not in str(refused.value)


def test_a_domain_that_is_none_is_refused_with_those_there_are(tmp_path: Path) -> None:
    text = '[[attribute]]\nid = "hub"\nname = "hub"\ndomain = "logistics"\n'
    with pytest.raises(InvalidInputError, match=r"'logistics': is not known: write one of .*'work_and_schedule'"):
        Lexicon.load(saved(tmp_path, text))


@pytest.mark.parametrize(
    ("name", "thing"),
    [
        ("Opera", "browser"), ("Opera GX", "browser"), ("Ford Transit", "car"), ("Chase Bank", "bank"),
        ("Google Pixel", "phone"), ("Square", "payment_provider"),
    ],
)  # fmt: skip
def test_a_name_of_a_thing_tells_what_it_is(name: str, thing: str) -> None:
    found = Lexicon.load().thing_of(name)
    assert found is not None
    assert found.id == thing


@pytest.mark.parametrize(
    "name", ["Sydney Opera House", "Bing Street", "Sloane Square", "Chase Park", "Signal Hill", "Edge Hill University"]
)
def test_a_name_of_a_place_that_holds_the_name_of_a_thing_is_no_thing(name: str) -> None:
    assert Lexicon.load().thing_of(name) is None


@pytest.mark.parametrize("said", ["I'm 35th in line.", "I'm 1st in my class.", "I'm 3rd."])
def test_a_place_in_a_row_is_no_age(said: str) -> None:
    found = RulesExtractor().extract(said, speaker="user", at=FIRST)
    assert not [c for c in found.candidates if c.attribute == "age"]


@pytest.mark.parametrize(
    "said", ["I moved to York.", "I moved back to York.", "I've moved out to York.", "I settled down in York."]
)
def test_a_word_that_may_be_left_out_gives_a_value_once(said: str) -> None:
    clause = read_turn(said, speaker="user", at=datetime(2025, 6, 1, tzinfo=UTC)).sentences[0].clauses[0]
    found = [(attribute.id, effect) for attribute, effect, _ in Lexicon.load().match(clause)]
    assert found == [("home_city", "change")]
