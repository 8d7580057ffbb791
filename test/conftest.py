"""The oracle every model is compared with, and random arms to compare on."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
from collections.abc import Callable, Iterator

# Before NumPy is imported: small matrices on many threads wait for each other, on a busy machine for seconds.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pytest
from helpers.oracle import Oracle, ask, random_arm
from helpers.trials import flags, search, trials
from hypothesis import settings

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.backends import compile as emdeg_compile
from puma560_dynamics.models.generated import factored_programs

# The search for cycles of garbage took a sixth of the tests' time: symbolic mathematics makes many small objects. It
# begins after this many more objects instead of 700; with far more, arrays in cycles would stay for too long.
gc.set_threshold(10_000, 10, 10)

# No example fails for the time it takes. In CI every run draws the same; `make trials` draws four times as many.
settings.register_profile("untimed", trials(100))
settings.register_profile("ci", settings.get_profile("untimed"), derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "untimed")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for a background job of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)


_STDERR = os.dup(2)
"""Where stack traces go: pytest takes the usual stream while a test runs."""

LATER = 60.0
"""Seconds after the limit of a test at which its process ends, also where it waits in C and holds Python's lock: then
pytest-timeout does not get to run. xdist starts another worker."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let no test hang whatever it waits in; a repeated one has the time again."""
    marker = item.get_closest_marker("timeout")
    limit = float(marker.args[0] if marker is not None and marker.args else item.config.getini("timeout") or 0.0)
    if limit > 0.0:
        faulthandler.dump_traceback_later(limit + LATER, exit=True, file=_STDERR)


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish() -> None:
    """Count no time between two tests."""
    faulthandler.cancel_dump_traceback_later()


def pytest_collection_finish() -> None:
    """Modules and tests are no garbage: leave them out of each search."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """One search for garbage at the end, whose exceptions pytest reports; pytest makes five, which take seconds."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _short_search() -> Iterator[None]:
    """The generated model of an arm that is not the paper's is derived after a short search; `make trials` as users do.

    Only the number of its calculations differs. Tests of processes are not affected.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(factored_programs, "DEFAULT_EFFORT", search())
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_compilation() -> Iterator[None]:
    """Other arms are compiled without optimisation, which takes a tenth of the time; `make trials` as for users.

    How optimised code computes is tested where flags are named (`test/emdeg/`), and by the paper's arm, which is
    compiled at installation. Tests of processes are not affected.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emdeg_compile, "FLAGS", flags())
        yield


@pytest.fixture(scope="session")
def arm() -> Arm:
    """The arm of the paper."""
    return load_arm("akb1986")


@pytest.fixture(scope="session")
def oracle(arm: Arm) -> Oracle:
    """Pinocchio's answers for 1000 random states of the paper's arm."""
    pytest.importorskip("pinocchio")
    return ask(load_model("pinocchio", arm), np.random.default_rng(1986), 1000)


@pytest.fixture(scope="session")
def arms() -> Callable[..., list[Arm]]:
    """`arms(count, symmetric_wrist)`: that many random arms, always the same."""

    def make(count: int, symmetric_wrist: bool = True) -> list[Arm]:
        return [random_arm(rng, symmetric_wrist) for rng in np.random.default_rng(560).spawn(count)]

    return make
