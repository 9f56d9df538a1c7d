"""A host that keeps its memories in files as a whole, and several processes that have them open."""

import subprocess
import sys
from pathlib import Path

import pytest

from atma_overlay import HostError, Overlay
from atma_overlay.hosts import open_host, shared
from atma_overlay.hosts.shared import SharedFiles
from atma_overlay.ports.host import Host, HostItem
from tests.processes import environment
from tests.row_host_rules import ME, NOON, said, texts_of

_OTHER = """
import sys
from atma_overlay import Overlay, Scope
from atma_overlay.hosts import open_host
with Overlay(open_host(sys.argv[1]), ledger=sys.argv[2]) as overlay:
    me = Scope(tenant="acme", user="me")
    if sys.argv[3] == "erase":
        overlay.erase(scope=me, everything=True)
    else:
        overlay.remember(sys.argv[3], scope=me)
"""


def another_process(*arguments: str) -> None:
    subprocess.run([sys.executable, "-c", _OTHER, *arguments], env=environment(), check=True)


@pytest.fixture(params=["vectorstore", "llamaindex"])
def spec(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"{request.param}:{tmp_path / 'memories'}"


def bees(key: str) -> HostItem:
    return HostItem(key=key, text=f"Bees {key}.", role="user", observed_at=NOON)


def test_what_another_process_was_told_is_read_and_kept(spec: str, tmp_path: Path) -> None:
    ledger = f"sqlite:///{tmp_path / 'ledger.db'}"
    with Overlay(open_host(spec), ledger=ledger) as overlay:
        overlay.remember("My gym is Halo.", scope=ME)
        another_process(spec, ledger, "The plumber comes on odd days.")
        overlay.remember("My dog is Rex.", scope=ME)
    kept = texts_of(open_host(spec, existing=True))
    assert kept == ["My gym is Halo.", "The plumber comes on odd days.", "My dog is Rex."]


def test_what_another_process_erased_does_not_come_back(spec: str, tmp_path: Path) -> None:
    ledger = f"sqlite:///{tmp_path / 'ledger.db'}"
    with Overlay(open_host(spec), ledger=ledger) as overlay:
        overlay.remember("I live in Secretvillex.", scope=ME)
        another_process(spec, ledger, "erase")
        assert overlay.recall("Where do I live?", scope=ME).rows == ()
        overlay.remember("My gym is Halo.", scope=ME)
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(b"Secretvillex" in each for each in files)


def test_two_that_write_in_turns_each_see_what_the_other_wrote(spec: str) -> None:
    one, other = open_host(spec), open_host(spec)
    for n in range(3):
        one.add([bees(f"one {n}")], scope=ME)
        assert other.search("bees", scope=ME, limit=9).memories[-1:] != ()
        other.add([bees(f"other {n}")], scope=ME)
    [gone] = [memory.id for memory in one.page(scope=ME).memories if memory.text == "Bees other 1."]
    other.delete([gone], scope=ME)
    expected = ["Bees one 0.", "Bees other 0.", "Bees one 1.", "Bees one 2.", "Bees other 2."]
    assert texts_of(one) == texts_of(other) == expected


def test_two_that_write_at_once_lose_nothing(spec: str) -> None:
    code = (
        "import sys\nfrom datetime import UTC, datetime\nfrom atma_overlay import Scope\n"
        "from atma_overlay.hosts import open_host\nfrom atma_overlay.ports.host import HostItem\n"
        "host = open_host(sys.argv[1])\n"
        "for n in range(20):\n"
        "    item = HostItem(key=f'{sys.argv[2]} {n}', text=f'{sys.argv[2]} {n}', role='user',\n"
        "                    observed_at=datetime(2024, 5, 1, tzinfo=UTC))\n"
        "    host.add([item], scope=Scope(tenant='acme', user='me'))\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, spec, who], env=environment()) for who in ("a", "b")]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert len(texts_of(open_host(spec, existing=True))) == 40


def test_a_turn_that_never_comes_is_an_error_that_may_pass(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "WAIT_SECONDS", 0.05)
    host: Host = open_host(spec)
    host.add(said("I keep bees."), scope=ME)
    folder = tmp_path if spec.startswith("vectorstore") else tmp_path / "memories"
    held = SharedFiles("held", folder=folder, decider=folder / "none", load=list, save=list)
    with held.turn("add"), pytest.raises(HostError, match=r"another process has held .* for 0\.05 s") as caught:
        host.add(said("I keep goats."), scope=ME)
    assert caught.value.transient
    assert texts_of(host) == ["I keep bees."]
