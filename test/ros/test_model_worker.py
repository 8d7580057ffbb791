"""A model is computed away from the caller, and only the newest counts."""

from __future__ import annotations

import threading
import time

import pytest

from puma560_dynamics.errors import StateError
from puma560_dynamics.nodes.wire.model_worker import Worker


def taken(worker: Worker, seconds: float = 5.0) -> object:
    """The next result."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        result = worker.take()
        if result is not None:
            return result
        time.sleep(0.001)
    raise AssertionError("no result came")


def test_the_caller_does_not_wait():
    worker: Worker[int] = Worker()
    go = threading.Event()
    worker.start(lambda: 7 if go.wait(60.0) else 0)
    assert worker.take() is None  # at once: it was not yet allowed to go
    go.set()
    assert taken(worker) == 7
    assert worker.take() is None
    worker.close()


def test_of_several_jobs_the_newest_counts():
    worker: Worker[int] = Worker()
    go = threading.Event()
    worker.start(lambda: 1 if go.wait(5.0) else 0)
    worker.start(lambda: 2)
    worker.start(lambda: 3)
    go.set()
    assert taken(worker) == 3
    assert worker.take() is None
    worker.close()


def test_what_a_job_raises_is_raised_where_its_result_is_taken():
    worker: Worker[int] = Worker()

    def fail() -> int:
        raise StateError("no such payload")

    worker.start(fail)
    with pytest.raises(StateError, match="no such payload"):
        taken(worker)
    assert worker.take() is None
    worker.close()
