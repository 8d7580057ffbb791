"""Whether a cluster still has workers: a short absence is accepted, a long one is not."""

from __future__ import annotations

import pytest

from puma560_dynamics.replay.many.cluster import Liveness


class Cluster:
    """A client of Dask and a clock.

    Attributes:
        now: s.
        workers: that live; `None` if the scheduler does not answer.
    """

    status = "running"

    def __init__(self) -> None:
        self.now = 0.0
        self.workers: int | None = 0

    def nthreads(self, callback_timeout: float) -> dict[str, int]:
        if self.workers is None:
            self.now += callback_timeout
            raise TimeoutError
        return {str(number): 1 for number in range(self.workers)}


@pytest.fixture
def cluster() -> Cluster:
    return Cluster()


@pytest.fixture
def alive(cluster: Cluster) -> Liveness:
    return Liveness(cluster, 60.0, lambda: cluster.now)


def test_a_worker_that_comes_back_in_time_begins_the_time_again(cluster: Cluster, alive: Liveness) -> None:
    assert alive.lost() is None
    cluster.now = 59.0
    assert alive.lost() is None
    cluster.workers = 1
    assert alive.lost() is None
    cluster.now, cluster.workers = 200.0, 0
    assert alive.lost() is None
    cluster.now = 259.0
    assert alive.lost() is None
    cluster.now = 261.0
    assert "no worker has been running for 60 s" in str(alive.lost())


def test_a_scheduler_without_answers(cluster: Cluster, alive: Liveness) -> None:
    cluster.workers = None
    said = [alive.lost() for _ in range(7)]
    assert said[:4] == [None] * 4
    assert "scheduler has not answered for 60 s" in str(said[-1])


def test_a_client_that_has_given_up_is_lost_at_once(cluster: Cluster, alive: Liveness) -> None:
    cluster.workers, cluster.status = 3, "closed"
    assert "connection to the Dask scheduler is lost" in str(alive.lost())
