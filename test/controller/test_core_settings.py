"""Settings that the core does not have are refused with the reason."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.controller import core_settings
from puma560_dynamics.errors import StateError


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (LoopSettings(configuration_update_divider=4), "its torque takes less time than the products"),
        (LoopSettings(guard="command_guard"), "the core has no guard"),
    ],
)
def test_a_setting_that_the_core_does_not_have_is_refused(arm: Arm, settings: LoopSettings, reason: str):
    with pytest.raises(StateError, match=reason):
        core_settings(arm, settings, np.ones(arm.n))
