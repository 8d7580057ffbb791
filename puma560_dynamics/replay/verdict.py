"""The first thing to read: whether model and arm agree as well as can be expected, and what to do if not.

Expected is a residual as large as what nobody claims to know: the uncertainty band, a share of friction, the
effort's noise and the resolution of the converters, added as squares. A joint's excess is its residual's RMS over
that: up to 1 is good, up to 2 a warning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..arm import Arm
from .result import Agreement, Band, ModelDifference, Suspect, Verdict

Numbers = NDArray[np.float64]

WARNING = 2.0
"""Excess beyond which the verdict is bad."""

FRICTION_UNKNOWN = {"table": 0.5, "known": 0.25}
"""Share of friction that is in doubt: break-away torques of another arm's motors, or numbers of this arm."""

EXACT = 1e-9
"""Share of the maximum torque by which exact models may differ from Pinocchio: rounding, and much to spare."""

_MAIN = 0.5
"""Share of the residual that a cause must explain to be named in the headline."""

_LOAD = 0.05
"""Share from which a load is named in the headline, whatever explains more: it can be put right."""

_HEADLINES = {
    "payload": "The load is not the one the model carries",
    "tilt": "The base seems to be tilted",
    "lag": "The effort comes at another time than the motion",
    "friction": "Friction is not what the model takes it for",
    "offset": "The effort has an offset",
    "motor_inertia": "Motor inertia is not what the model takes it for",
    "effort_scale": "The effort is not in the model's unit",
    "negated": "The effort has the wrong sign",
    "swapped": "Efforts of two joints are exchanged",
}

_ADVICE = {
    "payload": "Tell the model of the load, or look what hangs on the last link.",
    "tilt": "Check how the base is mounted, or give the arm file's gravity_direction.",
    "lag": "Check the stamps of the joint states.",
    "friction": "Fit friction to this recording, or identify the arm.",
    "offset": "Check the zero of the effort sensor.",
    "motor_inertia": "Identify the arm.",
    "effort_scale": "Check the unit and the torque constants of the drivers.",
    "negated": "Check the joint's sign in the driver.",
    "swapped": "Check the order of the joints in the driver, or the joint map.",
}


def unknown_torque(arm: Arm, friction: str, friction_rms: Numbers, band: Band | None, noise: Numbers) -> Numbers:
    """(n,) N·m RMS that nobody claims to know.

    Args:
        arm: friction in its file counts as known.
        friction: as in the settings.
        friction_rms: (n,) N·m of the model's friction.
        band: uncertainty band.
        noise: (n,) N·m, standard deviation of the effort's noise.
    """
    if friction == "none":
        doubt = arm.break_away_torque
    else:
        known = friction == "fit" or bool(arm.friction)
        doubt = FRICTION_UNKNOWN["known" if known else "table"] * np.nan_to_num(friction_rms)
    half_width = np.zeros(arm.n) if band is None else np.nan_to_num(band.rms)
    return np.asarray(np.sqrt(half_width**2 + doubt**2 + noise**2 + arm.torque_resolution**2))


def judge(
    arm: Arm,
    target: str,
    agreement: Agreement | None,
    unknown: Numbers,
    suspects: Sequence[Suspect],
    models: Mapping[str, ModelDifference],
) -> Verdict:
    """The verdict.

    Args:
        arm: names and maximum torques.
        target: ``"effort"`` or ``"command"``.
        agreement: of the target with the model, `None` if there is neither.
        unknown: (n,) as by `unknown_torque`.
        suspects: the best first.
        models: differences from Pinocchio.
    """
    broken = [kind for kind, one in models.items() if one.exact and one.relative > EXACT]
    if broken:
        return Verdict(
            "bad",
            "A model contradicts Pinocchio",
            f"{', '.join(broken)} should be exact and is not: a defect of this package; please report it with the bag.",
        )
    if agreement is None or not agreement.count.any():
        return Verdict(
            "warning",
            "Nothing to compare with",
            "The recording has no sample with an effort or a command that is fit for comparison.",
        )
    excess = np.nan_to_num(agreement.rms / unknown)
    worst = int(np.argmax(excess))
    measure = (
        f"{arm.joint_names[worst]} leaves {agreement.rms[worst]:.3g} N·m RMS "
        f"({agreement.rms[worst] / arm.maximum_torque[worst]:.1%} of its maximum torque), {excess[worst]:.1f} times "
        "what tolerances, friction, noise and resolution leave open"
    )
    only = " Only commands were recorded, not what the motors gave." if target == "command" else ""
    if excess[worst] <= 1.0:
        return Verdict("good", "Model and arm agree", f"No joint is beyond what is to be expected: {measure}.{only}")
    level = "warning" if excess[worst] <= WARNING else "bad"
    main = [one for one in suspects[:1] if one.share >= _MAIN]
    main += [one for one in suspects if one.kind == "payload" and one.share >= _LOAD and one not in main]
    if not main:
        advice = f" Of the simple causes {suspects[0].message}." if suspects else " No simple cause explains it."
        headline = "Model and arm agree roughly" if level == "warning" else "Model and arm disagree"
        return Verdict(level, headline, f"{measure}.{advice}{only}")
    main.sort(key=lambda one: one.kind != "payload")
    headline = "; ".join(_HEADLINES[one.kind] for one in main)
    messages = "; ".join(one.message for one in main)
    advice = " ".join(_ADVICE[one.kind] for one in main)
    return Verdict(level, headline, f"{messages[0].upper()}{messages[1:]}: {measure}. {advice}{only}")
