"""`python -m tests.fuzz TARGET --runs N`: coverage-guided inputs from atheris, from the seeds on.

What breaks a target is written to `--found` and ends the run; put it into `tests/fuzz/found/TARGET` once it is mended.
The report is one JSON object: inputs, seconds of processor time, and what the slowest input took.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from tempfile import mkdtemp

import atheris

with atheris.instrument_imports(include=["atma_overlay"]):
    from tests.fuzz.targets import TARGETS

from tests.fuzz.seeds import found, seeds
from tests.fuzz.watching import Watch

LONGEST = 4_096
HANG_SECONDS = 60


def main() -> None:
    """Fuzz one target."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--runs", type=int, default=10_000, help="inputs to try")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations")
    parser.add_argument("--found", type=Path, default=None, help="a folder for what breaks the target")
    parser.add_argument("--report", type=Path, default=None, help="a file for the report")
    given = parser.parse_args()
    corpus = Path(mkdtemp(prefix=f"atma-fuzz-{given.target}-"))
    for number, data in enumerate([*seeds(given.target), *found(given.target).values()]):
        (corpus / f"{number:04}").write_bytes(data)
    target = Watch(TARGETS[given.target])

    def tell() -> None:
        told = {
            "target": given.target, "inputs": target.count, "seconds": round(target.total, 1),
            "worst_ms": round(target.worst * 1000, 1), "slowest": target.slowest.hex(),
        }  # fmt: skip
        if given.report is not None:
            given.report.write_text(json.dumps(told) + "\n")

    def once(data: bytes) -> None:
        target(data)
        if target.count % 500 == 0 or target.count == given.runs:
            tell()

    found_in = given.found or corpus.with_name(f"{corpus.name}-found")
    found_in.mkdir(parents=True, exist_ok=True)
    arguments = [
        sys.argv[0], f"-runs={given.runs}", f"-seed={given.seed}", f"-max_len={LONGEST}", f"-timeout={HANG_SECONDS}",
        "-rss_limit_mb=4096", "-print_final_stats=1", f"-artifact_prefix={found_in}/", str(corpus),
    ]  # fmt: skip
    atheris.Setup(arguments, once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
