# From a clean clone: make demo, make test, make check, make lowest, make bench, make fuzz. Needs Python 3.11 or newer;
# another interpreter than the default is named with PYTHON=python3.11.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Each import package's folder, whatever its source root.
TYPED := atma_overlay $(patsubst %/__init__.py,%,$(wildcard adapters/*/__init__.py integrations/*/__init__.py \
    integrations/llama_index/*/*/__init__.py)) tests build_backend
# Further arguments for pytest: make test ARGS="-m 'not slow'".
ARGS ?=
# Processes that test at a time, a file to each: make test JOBS=0 for one, in order and in sight.
JOBS ?= auto
# In the order of their names: the modules that search the memory of a process come while it is small.
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

.DEFAULT_GOAL := check
.NOTPARALLEL:
.PHONY: demo test check lowest bench fuzz fmt build clean

demo: $(VENV)/.stamp-qdrant
	@$(BIN)/atma demo

test: $(VENV)/.stamp-dev
	@$(PYTEST)

check: $(VENV)/.stamp-dev
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m mypy --strict $(TYPED)
	@$(PYTEST)

# The oldest dependencies that an installation may meet: what needs no host's package, so that it is quick.
LOWEST := $(VENV)/lowest
lowest: $(LOWEST)/.stamp
	@$(LOWEST)/bin/python -m pytest -n $(JOBS) --dist loadfile -p no:cacheprovider $(addprefix tests/test_,$(addsuffix .py, \
	    cli_refusals cli_retention faults judge judge_guards language_examples ledger_memory ledger_migrations \
	    ledger_oracle ledger_sqlite lexicon loader_refusals matchers models outbox overlay_acts overlay_faces \
	    overlay_reads overlay_refusals overlay_writes pattern_sets readout render replays retention stemming \
	    telemetry_metrics times token_overlap view)) $(ARGS)

# Sizes and hosts: make bench ARGS="--records 10000,1000000 --host mem0@10000 --host graphiti@1000".
bench: $(VENV)/.stamp-dev
	@$(BIN)/atma bench --json bench.json --plots bench-plots $(ARGS)

# Inputs for each target, or for one: make fuzz RUNS=100000 TARGETS=extract.
RUNS ?= 10000
TARGETS ?= extract view times render conversations import lexicon overlay
fuzz: $(VENV)/.stamp-fuzz
	@for target in $(TARGETS); do \
	    PYTHONPATH=. $(BIN)/python -m tests.fuzz $$target --runs $(RUNS) --report fuzz-$$target.json || exit 1; done

fmt: $(VENV)/.stamp-dev
	@$(BIN)/python -m ruff check --fix-only --quiet .
	@$(BIN)/python -m ruff format .

build: $(VENV)/.stamp-dev
	@$(BIN)/python -m build --outdir dist

# Leaves the environment; rm -rf .venv starts from nothing.
clean:
	@rm -rf build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# One stamp for each extra. An environment that was left half made has no working pip and is made again.
$(VENV)/.stamp-%: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'Python 3.11 or newer is needed; name one: make PYTHON=python3.11' >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) || { \
	    echo 'no environment could be made; on Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }
	@echo 'installing into $(VENV) ...'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$*]'
	@touch $@

# What the lowest constraints do not name, the tests' own tools, is as elsewhere.
$(LOWEST)/.stamp: pyproject.toml constraints.txt constraints-lowest.txt
	@$(PYTHON) -m venv --clear $(LOWEST)
	@sed -n 's/==.*/==/; s/^[a-z]/^&/p' constraints-lowest.txt >$(LOWEST)/named
	@tr 'A-Z_' 'a-z-' <constraints.txt | grep -v -f $(LOWEST)/named | cat constraints-lowest.txt - >$(LOWEST)/constraints.txt
	@echo 'installing into $(LOWEST) ...'
	@$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check -c $(LOWEST)/constraints.txt -e '.[otel]' \
	    hypothesis pytest pytest-asyncio pytest-socket pytest-timeout pytest-xdist PyYAML
	@touch $@
