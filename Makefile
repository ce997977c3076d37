# Two commands: `make play` serves the arena, `make test` runs the whole gate.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test prove lint lock bench clean

play: $(VENV)/.play
	@$(BIN)/takujo serve --host $(HOST) --port $(PORT) $(if $(DATA),--data $(DATA))

test: $(VENV)/.dev
	@sh tests/system_packages.sh
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python tests/typecheck_client.py
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not prove"

prove: $(VENV)/.dev
	@sh tests/system_packages.sh
	@$(BIN)/python -m pytest -n auto -m prove

bench: $(VENV)/.dev
	@$(BIN)/pip install -q --disable-pip-version-check -e '.[bench]'
	@$(BIN)/python benchmarks/engine.py

lint: $(VENV)/.dev
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

lock: $(VENV)/.dev
	@$(BIN)/python -m pip freeze --exclude-editable | grep -E "^[A-Za-z0-9._-]+==" | grep -v -i -E "^(open.spiel|rlcard|numpy)" > requirements.lock

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Takujo needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml requirements.lock | $(VENV)/bin/python
	@echo "Installing Takujo into $(VENV) (once) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements.lock -e .
	@touch $@

$(VENV)/.dev: pyproject.toml requirements.lock | $(VENV)/bin/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c requirements.lock -e '.[dev]'
	@touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
