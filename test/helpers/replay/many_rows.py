"""Rows of many bags, one joint of which gets worse."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.replay.many.many_summary import DAY
from puma560_dynamics.replay.many.rows import BagRow


def rows(count: int = 40) -> list[BagRow]:
    """Joint 2's residual grows by 1 % a bag, joint 1's only scatters; two bags fail."""
    random = np.random.default_rng(3)
    made = [
        BagRow(
            f"bag{i}",
            str(i),
            {
                "verdict": "good" if i < 30 else "warning",
                "start_s": 1.7e9 + i * DAY,
                "joint1.rms_Nm": 1.0 + 0.05 * random.normal(),
                "joint2.rms_Nm": 2.0 + 0.02 * i + 0.02 * random.normal(),
                "joint2.bias_Nm": None,
            },
            seconds=1.5,
        )
        for i in range(count)
    ]
    return [*made, BagRow("lost", "lost", error="no joint states"), BagRow("other", "other", error="another robot")]
