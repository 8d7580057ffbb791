"""The guard that tests of its commands and of its take-over share."""

from __future__ import annotations

import pytest
from helpers.control.guard import short_guard

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.command_guard import CommandGuard


@pytest.fixture
def guard(arm: Arm) -> CommandGuard:
    """A guard with short times that has seen nothing yet."""
    return short_guard(arm)
