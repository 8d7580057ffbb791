"""Comparison of two replays: which joints are better and which are worse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..errors import Puma560Error
from .analysis.measures import agreement, largest, residual_shares, samples_outside, target
from .replay_json import joint_key, plain
from .result import Analysis

NOTICEABLE = 0.1
"""Relative change of the RMS residual above which a joint counts as better or worse."""


@dataclass(frozen=True, eq=False)
class BagComparison:
    """Two analyses of the same joints.

    Attributes:
        before: reference analysis.
        after: analysis that is compared with the reference.
        rms: (2, n) RMS residual, before and after, N·m; NaN where nothing was compared.
        change: (n,) change of each joint: ``"better"``, ``"worse"``, ``"same"``, or ``"unknown"``.
        causes: kind of each cause in either analysis, and the fractions of the squared residual that it explains
            before and after (0 if it was not found); the largest first.
    """

    before: Analysis
    after: Analysis
    rms: FloatArray
    change: tuple[str, ...]
    causes: tuple[tuple[str, float, float], ...]

    @property
    def headline(self) -> str:
        """Summary in one line."""
        names = self.after.arm.joint_names
        found = {
            kind: [name for name, change in zip(names, self.change, strict=True) if change == kind]
            for kind in ("worse", "better", "unknown")
        }
        parts = [f"{kind} at {', '.join(joints)}" for kind, joints in found.items() if joints and kind != "unknown"]
        if len(found["unknown"]) == len(names):
            return "nothing to compare"
        return "; ".join(parts) or f"no joint's residual changed by more than {100 * NOTICEABLE:.0f} %"


def compare_analyses(before: Analysis, after: Analysis) -> BagComparison:
    """Compare `after` with `before`.

    Raises:
        Puma560Error: the joints differ, or one was compared with effort and the other with command.
    """
    if before.arm.joint_names != after.arm.joint_names:
        raise Puma560Error(
            f"{before.name} has the joints {', '.join(before.arm.joint_names)}, {after.name} has "
            f"{', '.join(after.arm.joint_names)}; compare bags of the same arm"
        )
    targets = {target(before), target(after)} - {None}
    if len(targets) > 1:
        raise Puma560Error(
            f"{before.name} was compared with its {target(before)}, {after.name} with its {target(after)}; "
            "compare bags that both have effort, or that both have none"
        )
    found = [agreement(each) for each in (before, after)]
    rms = np.array([np.full(after.arm.n, np.nan) if each is None else each.rms for each in found])
    shares = [{cause.kind: cause.share for cause in each.causes} for each in (before, after)]
    kinds = dict.fromkeys([*shares[1], *shares[0]])
    causes = [(kind, shares[0].get(kind, 0.0), shares[1].get(kind, 0.0)) for kind in kinds]
    return BagComparison(
        before, after, rms, tuple(_change(*pair) for pair in rms.T.tolist()),
        tuple(sorted(causes, key=lambda row: -max(row[1:]))),
    )  # fmt: skip


def _change(before: float, after: float) -> str:
    if not np.isfinite([before, after]).all():
        return "unknown"
    if abs(after - before) <= NOTICEABLE * max(before, after):
        return "same"
    return "worse" if after > before else "better"


def comparison_json(found: BagComparison) -> dict[str, Any]:
    """Return a comparison as data for JSON."""
    pair = (found.before, found.after)
    share = [samples_outside(each) for each in pair]
    data = {
        "headline": found.headline,
        "before": found.before.name,
        "after": found.after.name,
        "residual_share": [largest(residual_shares(each)) for each in pair],
        "joints": {
            name: {
                "change": found.change[joint],
                joint_key("rms_Nm", found.after.arm.joints[joint]): found.rms[:, joint],
                "outside_band": [share[0][joint], share[1][joint]],
            }
            for joint, name in enumerate(found.after.arm.joint_names)
        },
        "causes": {kind: [before, after] for kind, before, after in found.causes},
        "timing": {
            "period_s": [each.timing.period for each in pair],
            "jitter_s": [each.timing.jitter for each in pair],
            "missing": [each.timing.missing for each in pair],
        },
    }
    return dict(plain(data))
