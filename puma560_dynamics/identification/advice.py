"""Advice on an identification: problems that the user should know before using the result, and their remedies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ..arm.friction_terms import DRY
from ..models.assumed_limits import with_assumed_limits
from ..models.recursive.regressor import Regressor
from .comparison import Compared, base_parameters, compared_constants
from .identify import Identified
from .joint_equations import total
from .prediction_band import FEWEST
from .recorded import carries_load
from .windows import WINDOW

FEW = 10
"""Smallest number of rows (windows) for a joint or a direction of motion to count as observed."""

UNEXPLAINED = 0.3
"""Largest fraction of a joint's effort that a fit may not explain; above it, the effort is not that of this arm in N·m.
"""

FAINT = 0.005
"""Fraction of a joint's maximum torque below which unexplained effort is noise and not a contradiction."""

GOOD_CONDITION = 100.0
"""Condition number of a motion that distinguishes the unknowns well."""

WORSE = 2.0
"""Largest ratio of the residual of held-out motion to the residual of the fitted motion, or of the prior."""

FAR = 3.0
"""Largest change of a value without a warning, in tolerances of the prior."""

GAIN = 0.1
"""Fraction by which the residual must decrease to count as an improvement."""

WEIGHTLESS, POSES = 0.2, 200
"""Torque of gravity as a fraction of the earlier one, below which the effort probably lacks gravity; and the number of
random poses that decide."""

STRAINED = 5.0
"""Largest change of a fit by physical constraints, in standard errors."""

COSTLY = 1.1
"""Largest ratio of the errors of predicted stretches, with and without physical constraints, that scatter explains."""

FORCED = 0.02
"""Largest change of a joint's torque by constraints, as a fraction of its effort. The true parameters of an arm without
rotors and friction are on the boundary of the possible ones. A small delay of the effort looks like negative viscous
friction and moves the best fit beyond this boundary: significantly, but by only 0.001 of the effort."""


def advice(found: Identified) -> list[str]:
    """Return advice as sentences, the most important first; empty if there is none."""
    parts = (_unexplained, _weightless, _only_loaded, _unseen, _faint, _motion, _held_out, _far, _without_band)
    return [words for part in parts for words in part(found)]


def judge_fit(found: Identified) -> tuple[str, str]:
    """Return the verdict on the fit, ``"good"``, ``"warning"`` or ``"bad"``, and a headline.

    A bad fit must not be used: no arm of this structure explains the effort, the best fit is not a possible arm, or it
    predicts the motion much worse than the prior. A warning means that `advice` is not empty, or that the residual is
    not smaller than that of the prior.
    """
    before, after = residual_rms(found)
    points = advice(found)
    if any(_unexplained(found)) or _strained(found):
        return "bad", "Do not use these numbers: no arm of this structure explains the recording"
    if after > WORSE * before:
        return "bad", "Do not use these numbers: they predict the torque worse than the earlier numbers"
    on = "held-out motion" if found.held_out else "the motion it was fitted to"
    if after > (1.0 - GAIN) * before:
        return "warning", f"On {on} these numbers predict the torque no better than the earlier numbers"
    words = f"Residual {before / after:.1f} times smaller on {on}" if after else f"No residual on {on}"
    if not points:
        return "good", words
    return "warning", f"{words}; check {len(points)} point{'s' * (len(points) > 1)} before use"


def residual_rms(found: Identified) -> tuple[float, float]:
    """Return the RMS residual of all joints before and after identification, N·m.

    The residual is that of held-out motion or, without held-out recordings, of the fitted motion.
    """
    judged = found.held_out or found.train
    before, after = (
        float(np.sqrt(np.nansum(found.rms(x, judged) ** 2))) for x in (found.before.mean, found.estimate.x)
    )
    return before, after


def fit_summary(found: Identified) -> str:
    """Return a sentence: how many values the data determine, and how the residual has changed."""
    rows = compared_constants(found) or base_parameters(found)
    what = "constants of table A2" if compared_constants(found) else "base parameters"
    count = {said: sum(row.determined_by == said for row in rows) for said in ("data", "both", "prior")}
    on = "held-out motion" if found.held_out else "the motion it was fitted to"
    before, after = residual_rms(found)
    change = "rose" if after > before else "fell"
    return (
        f"Of {len(rows)} {what} the data determine {count['data']}, data and prior together {count['both']}, the prior "
        f"{count['prior']}; on {on} the residual of all joints together {change} from {before:.3g} to "
        f"{after:.3g} {found.unknowns.arm.effort_text} RMS."
    )


def condition_words(condition: float) -> str:
    """Return a condition number as text."""
    return f"{condition:.0f}" if np.isfinite(condition) else "infinite"


def _unexplained(found: Identified) -> Iterator[str]:
    whole = total([part for recording in found.train for part in recording.parts])
    names = found.unknowns.arm.joint_names
    silent = [name for i, name in enumerate(names) if whole.count[i] >= FEW and whole.square[i] == 0.0]
    bad = [name for name, faint in _not_followed(found) if not faint]
    if silent:
        yield f"the effort of {_listed(silent)} is 0 while it moves: it was not measured, and nothing was identified"
    if bad:
        yield (
            f"no arm of this structure explains the effort of {_listed(bad)}: do not use these numbers; check that "
            f"effort is in {found.unknowns.arm.effort_text} at the joint, its sign, the order of the joints and the "
            "payload (`puma560 replay` tests these)"
        )


def _not_followed(found: Identified) -> Iterator[tuple[str, bool]]:
    """Yield joints whose effort the fit does not explain, and whether the unexplained effort is negligible."""
    arm = found.unknowns.arm
    whole = total([part for recording in found.train for part in recording.parts])
    effort, left = np.sqrt(whole.square / np.maximum(whole.count, 1)), found.estimate.deviation
    least = FAINT * with_assumed_limits(arm).maximum_torque
    for i, name in enumerate(arm.joint_names):
        if whole.count[i] >= FEW and effort[i] > 0.0 and left[i] > UNEXPLAINED * effort[i]:
            yield name, bool(left[i] < least[i])


def _weightless(found: Identified) -> Iterator[str]:
    """Yield advice if the identified arm has hardly any weight, as if the effort did not contain gravity."""
    arm = found.unknowns.arm
    q = np.random.default_rng(1).uniform(-np.pi, np.pi, (POSES, arm.n)) * arm.motion_scale
    before, after = (
        float(np.linalg.norm(Regressor(arm).matrix(q, 0.0 * q, 0.0 * q) @ x[found.unknowns.inertial]))
        for x in (found.before.mean, found.estimate.x)
    )
    if after < WEIGHTLESS * before:
        yield (
            f"the identified arm has {100.0 * after / before:.0f} % of the weight of the earlier numbers: if the "
            "driver subtracts gravity from the effort, state `effort: {without: gravity}` in the column map"
        )


def _only_loaded(found: Identified) -> Iterator[str]:
    if found.unknowns.load and all(carries_load(each, found.unknowns) for each in found.train):
        yield (
            "every recording has the unknown load, so that motion does not separate it from the last link: record the "
            "arm without the load, too"
        )


def _faint(found: Identified) -> Iterator[str]:
    faint = [name for name, little in _not_followed(found) if little]
    if faint:
        yield (
            f"the effort of {_listed(faint)} is mostly noise: the fit does not explain it, but the difference is less "
            f"than {100.0 * FAINT:g} % of maximum torque; faster motion or a payload helps"
        )


def _unseen(found: Identified) -> Iterator[str]:
    whole = total([part for recording in found.train for part in recording.parts])
    names = found.unknowns.arm.joint_names
    few = whole.count < FEW
    if few.any():
        yield (
            f"{_listed(name for name, bad in zip(names, few, strict=True) if bad)} hardly moved or had no effort: "
            f"{'their' if few.sum() > 1 else 'its'} friction and motor inertia are those of the prior"
        )
    for way, number in zip(("forward", "backward"), DRY, strict=True):
        place = found.unknowns.place_of(number)
        rows = whole.matrix[np.arange(len(names)), place, place]
        one_way = [name for i, name in enumerate(names) if not few[i] and rows[i] < FEW]
        if one_way:
            yield f"{_listed(one_way)} hardly moved {way}: dry friction {way} is that of the prior"


def _motion(found: Identified) -> Iterator[str]:
    condition = found.estimate.condition
    if condition > GOOD_CONDITION:
        yield (
            f"the motion does not distinguish the numbers well (condition number {condition_words(condition)}, good is "
            f"below {GOOD_CONDITION:.0f}): record one made by `puma560 excite`"
        )


def _held_out(found: Identified) -> Iterator[str]:
    if not found.held_out:
        yield "no recording was held out to judge the result: record a second motion and give it with --held-out"
        return
    fitted, held = (found.rms(found.estimate.x, some) for some in (found.train, found.held_out))
    worse = [name for i, name in enumerate(found.unknowns.arm.joint_names) if held[i] > WORSE * fitted[i]]
    if worse:
        yield (
            f"held-out motion leaves more than {WORSE:g} times the residual of the fitted one at {_listed(worse)}: "
            "identify from a longer motion, or from one that covers the other, and check that the payload was the same"
        )


def _far(found: Identified) -> Iterator[str]:
    rows: Sequence[Compared] = compared_constants(found) or base_parameters(found)
    far = [row for row in rows if abs(row.moved) > FAR]
    strained = _strained(found)
    if strained:
        yield (
            f"the best fit is not a possible arm: it is {found.estimate.moved:.1f} standard errors away from one, and "
            f"the nearest one has a different torque at {_listed(strained)}; check the payload, the base (tilted?) and "
            "the effort's calibration"
        )
    if far:
        yield (
            f"{_listed(f'{row.name} ({row.moved:+.1f})' for row in far)} moved by more than {FAR:g} tolerances: "
            "either the arm differs from the one in the file, or it carried a payload that was not given"
        )


def _without_band(found: Identified) -> Iterator[str]:
    whole = total([part for recording in found.train for part in recording.parts])
    short = np.isnan(found.noise) & (whole.count >= FEW)  # others have hardly moved
    names = [name for name, bad in zip(found.unknowns.arm.joint_names, short, strict=True) if bad]
    if names:
        yield (
            f"the recording is too short for a band around the torque of {_listed(names)}: record at least {FEWEST} "
            f"windows of {WINDOW:g} s in which the joint moves in one direction"
        )


def _strained(found: Identified) -> list[str]:
    """Return the joints whose torque the physical constraints change, so that it is predicted worse."""
    if found.estimate.moved <= STRAINED:
        return []
    whole = total([part for recording in found.train for part in recording.parts])
    effort = np.sqrt(whole.square / np.maximum(whole.count, 1))
    beyond = np.nan_to_num(found.estimate.forced) > FORCED * effort
    if not beyond.any():
        return []
    beyond &= np.nan_to_num(found.consistency_cost) > COSTLY
    return [name for name, bad in zip(found.unknowns.arm.joint_names, beyond, strict=True) if bad]


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
