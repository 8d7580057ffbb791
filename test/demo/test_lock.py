"""One run a ROS domain."""

from __future__ import annotations

import pytest

from puma560_dynamics.demo.lock import domain_lock
from puma560_dynamics.errors import RunError


def test_a_second_run_is_refused_and_a_later_one_is_not():
    with domain_lock(99):
        with pytest.raises(RunError, match="ROS domain 99"), domain_lock(99):
            pass
        with domain_lock(98):
            pass
    with domain_lock(99):
        pass
