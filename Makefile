# From a clean clone: make demo, make test, make check, make bench. Needs Python 3.11 or newer; another interpreter than
# the default is named with PYTHON=python3.11.

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
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist loadfile $(ARGS)

.DEFAULT_GOAL := check
.NOTPARALLEL:
.PHONY: demo test check bench fmt build clean

demo: $(VENV)/.stamp-qdrant
	@$(BIN)/atma demo

test: $(VENV)/.stamp-dev
	@$(PYTEST)

check: $(VENV)/.stamp-dev
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m mypy --strict $(TYPED)
	@$(PYTEST)

# Sizes and hosts: make bench ARGS="--records 10000,1000000 --host mem0@10000 --host graphiti@1000".
bench: $(VENV)/.stamp-dev
	@$(BIN)/atma bench --json bench.json --plots bench-plots $(ARGS)

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
