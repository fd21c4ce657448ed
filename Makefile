# `make run` and `make test` need Python 3.11 or later and a package registry; they set up everything else themselves.

# The first Python that is new enough; name another with `make PYTHON=…`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
# Without bytecode every process would compile the program and the tests anew. Three, as one of them often waits for a server.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest --numprocesses 3 --dist worksteal
NPM ?= npm

.DEFAULT_GOAL := help
.PHONY: help run demo demo-league upgrade test test-all test-postgres test-rules prove simulate faketime bench pictures looks mutate lint lint-python lint-scripts npm lock browser postgres nginx clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

# What stands on make's command line (LAN=1, PORT=8080) reaches the program as its environment.
run: .venv/run ## Serve on this machine; LAN=1 for the phones on this network, PORT=8080 for another port
	@exec $(BIN)/scorekeeper run

demo: .venv/run ## Look at a league with history, on this machine alone, without a passphrase; Ctrl-C removes all of it
	@exec $(BIN)/scorekeeper demo --serve

upgrade: .venv/run ## Bring an older version's database to this version
	@$(BIN)/scorekeeper db upgrade

test: .venv/dev browser ## Run the tests, in random order, in four minutes: all but what repeats them at depth
	@$(PYTEST) -m 'not deep'

test-all: .venv/dev browser faketime postgres nginx ## Run all tests, in random order, as CI does
	@$(PYTEST)

test-postgres: .venv/dev browser postgres nginx ## Run the tests on a PostgreSQL server of their own (those of the rules need no database)
	@$(BIN)/python -m tests.postgres $(PYTEST) -rs --ignore tests/rules $(TESTS)

test-rules: .venv/dev ## Run the tests of the rules alone, in a minute or two
	@$(BIN)/pytest --numprocesses 2 -m 'not deep' tests/rules

# Row 12, the mutants, tells of the last `make mutate`; row 15 is `make test-postgres`.
prove: .venv/dev browser faketime postgres $(if $(MUTATE),mutate) ## Show what the table may rely on, with all figures and every control (half an hour)
	@$(PYTEST) --prove --figures tests/trust/FIGURES.md --no-header -p no:randomly $$($(BIN)/python -m tests.proofs)

simulate: .venv/dev ## Play nights drawn from seeds, with all that can go wrong; SEEDS=1000 for so many, FIRST=7 from that seed on
	@$(BIN)/python -m tests.trust.simulator $(or $(SEEDS),50) $(or $(FIRST),0)

bench: .venv/dev browser ## Measure speed side by side with simple programs (eight minutes); QUICK=1 to try it, ROWS=1,3 for some
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m tools.bench $(if $(QUICK),--quick) $(if $(ROWS),--rows $(ROWS))

demo-league: .venv/dev ## Play the demo league again, and write the file that comes with the program
	@$(BIN)/python -m tools.demo

pictures: .venv/dev browser ## Take the pictures of the README again, from the demo league
	@$(BIN)/python -m tools.pictures

looks: .venv/dev browser ## Take the reference pictures of the screens again, after a change of looks that was meant
	@$(BIN)/python -m tests.e2e.looks.take

mutate: .venv/dev ## Break the rules in thousands of small ways; what the tests miss is listed at the end (fifteen minutes; MUTANTS=--sample=400 for a lot)
	@$(PIP) install mutmut==3.8.1
	@ulimit -v 8000000; $(BIN)/python tools/mutate.py $(MUTANTS)

lint: lint-python lint-scripts ## Check style, types, templates, scripts (with npm), and that imports point one way

lint-python: .venv/dev
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python tools/size.py
	@$(BIN)/djlint --lint --quiet templates

# eslint, the types in the comments by TypeScript, and evenings of the outbox alone.
lint-scripts: npm node_modules/.installed
	@$(NPM) run --silent lint

lock: $(BIN)/pip ## Lock what pyproject.toml names; NEWEST=1 to move on to the newest of everything
	@$(PIP) install uv
	@$(COMPILE) --group build --output-file requirements.lock
	@$(COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/python -m uv pip compile pyproject.toml --quiet \
	--universal --python-version 3.11 --generate-hashes --all-extras $(if $(NEWEST),--upgrade)

clean: ## Remove what was made, except the games in instance/
	rm -rf .venv node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache dist mutants

# ------------------------------------------------------------------------------ what the above stand on
# Empty files in .venv note what was installed; they are older than a lock file that has changed since.

.venv/run: requirements.lock pyproject.toml | $(BIN)/pip
	@echo "Installing what the program needs …"
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev: requirements-dev.lock .venv/run
	@echo "Installing what the tests and checks need …"
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

npm:
	@command -v $(NPM) >/dev/null || { echo "The checks of static/js need npm, which comes with Node 20.19 or later:" \
		"install Node (nodejs.org, or your system's packages), then try again. The program itself needs none."; exit 1; }

node_modules/.installed: package.json package-lock.json | npm
	@echo "Installing what the checks of the scripts need …"
	@$(NPM) ci --silent
	@touch $@

# Debian keeps the part of Python that makes virtual environments in a package of its own.
$(BIN)/pip:
	@test -n "$(PYTHON)" || { echo "Scorekeeper needs Python 3.11 or later, and none was found."; exit 1; }
	@echo "Making the virtual environment .venv …"
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3-venv; } >/dev/null 2>&1 \
		|| { echo "This Python makes no virtual environments: install python3-venv, then try again."; exit 1; }
	@$(PYTHON) -m venv --clear .venv

browser faketime nginx postgres: .venv/dev
	@tools/install.sh $@
