"""What a person should know of an identification before using its numbers, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ..arm.friction_terms import DRY
from ..models.assumed_limits import with_assumed_limits
from .comparison import Compared, base_parameters, compared_constants
from .identify import Identified
from .joint_equations import total

FEW = 10
"""Rows, means over a window each, below which a joint or a direction of motion has hardly been seen."""

UNEXPLAINED = 0.3
"""Fraction of a joint's effort that a fit may leave; more is not this arm's effort in N·m."""

FAINT = 0.005
"""Fraction of a joint's maximum torque below which its unexplained effort is noise and no contradiction."""

GOOD_CONDITION = 100.0
"""Condition number of a motion that distinguishes the unknowns well."""

WORSE = 2.0
"""Times by which held-out motion may leave more than the motion that was fitted, or than the numbers before."""

FAR = 3.0
"""Tolerances of the prior by which a number may move without being looked at."""

GAIN = 0.1
"""Share by which the residual must become smaller to be a gain."""

STRAINED = 5.0
"""Standard errors by which a fit may miss the recording to stay physically possible."""

FORCED = 0.02
"""Fraction of a joint's effort by which that may change its torque. A right arm without rotors and friction is at the edge
of what is possible, and the least delay of its effort, which looks like viscous friction, puts the best fit beyond it:
significant, and worth 0.001 of the effort."""


def advice(found: Identified) -> list[str]:
    """Sentences, what matters most first; empty if there is nothing to worry about."""
    return [*_unexplained(found), *_unseen(found), *_faint(found), *_motion(found), *_held_out(found), *_far(found)]


def judge_fit(found: Identified) -> tuple[str, str]:
    """Return the verdict on the numbers: ``"good"``, ``"warning"`` or ``"bad"``, and a few words.

    Bad is what must not be used: an effort that no such arm explains, a fit that is no possible arm, or one that
    predicts the motion far worse than what was known before. A warning is anything that `advice` finds, or no gain.
    """
    before, after = residual_rms(found)
    points = advice(found)
    if any(_unexplained(found)) or _strained(found):
        return "bad", "Do not use these numbers: no such arm explains the recording"
    if after > WORSE * before:
        return "bad", "Do not use these numbers: they predict the torque worse than those before"
    on = "held-out motion" if found.held_out else "the motion it was fitted to"
    if after > (1.0 - GAIN) * before:
        return "warning", f"On {on} these numbers predict the torque no better than those before"
    words = f"Residual {before / after:.1f} times smaller on {on}" if after else f"No residual on {on}"
    if not points:
        return "good", words
    return "warning", f"{words}; check {len(points)} point{'s' * (len(points) > 1)} before use"


def residual_rms(found: Identified) -> tuple[float, float]:
    """N·m RMS of all joints together before and after: of held-out motion, else of the motion that was fitted."""
    judged = found.held_out or found.train
    before, after = (
        float(np.sqrt(np.nansum(found.rms(x, judged) ** 2))) for x in (found.before.mean, found.estimate.x)
    )
    return before, after


def fit_summary(found: Identified) -> str:
    """One sentence: how many numbers the data determine, and how well motion is predicted with them."""
    rows = compared_constants(found) or base_parameters(found)
    what = "constants of table A2" if compared_constants(found) else "base parameters"
    count = {said: sum(row.said_by == said for row in rows) for said in ("data", "both", "prior")}
    on = "held-out motion" if found.held_out else "the motion it was fitted to"
    before, after = residual_rms(found)
    change = "rose" if after > before else "fell"
    return (
        f"Of {len(rows)} {what} the data determine {count['data']}, data and prior together {count['both']}, the prior "
        f"{count['prior']}; on {on} the residual of all joints together {change} from {before:.3g} to "
        f"{after:.3g} N·m RMS."
    )


def _unexplained(found: Identified) -> Iterator[str]:
    whole = total([part for recording in found.train for part in recording.parts])
    names = found.unknowns.arm.joint_names
    silent = [name for i, name in enumerate(names) if whole.count[i] >= FEW and whole.square[i] == 0.0]
    bad = [name for name, faint in _not_followed(found) if not faint]
    if silent:
        yield f"the effort of {_listed(silent)} is 0 while it moves: nothing is measured there, and nothing was found"
    if bad:
        yield (
            f"no arm of this kind explains the effort of {_listed(bad)}: do not use these numbers; check that effort "
            "is in N·m at the joint, its sign, the order of the joints and the load (`puma560 replay` looks for these)"
        )


def _not_followed(found: Identified) -> Iterator[tuple[str, bool]]:
    """Joints whose effort the fit does not follow, and whether it is too faint to matter."""
    arm = found.unknowns.arm
    whole = total([part for recording in found.train for part in recording.parts])
    effort, left = np.sqrt(whole.square / np.maximum(whole.count, 1)), found.estimate.deviation
    least = FAINT * with_assumed_limits(arm).maximum_torque
    for i, name in enumerate(arm.joint_names):
        if whole.count[i] >= FEW and effort[i] > 0.0 and left[i] > UNEXPLAINED * effort[i]:
            yield name, bool(left[i] < least[i])


def _faint(found: Identified) -> Iterator[str]:
    faint = [name for name, little in _not_followed(found) if little]
    if faint:
        yield (
            f"the effort of {_listed(faint)} is mostly noise: the fit does not follow it, by less than "
            f"{100.0 * FAINT:g} % of maximum torque; faster motion or a load shows more"
        )


def _unseen(found: Identified) -> Iterator[str]:
    whole = total([part for recording in found.train for part in recording.parts])
    names = found.unknowns.arm.joint_names
    few = whole.count < FEW
    if few.any():
        yield (
            f"{_listed(name for name, bad in zip(names, few, strict=True) if bad)} hardly moved or had no effort: "
            "friction and motor inertia there are the prior's"
        )
    for way, number in zip(("forward", "backward"), DRY, strict=True):
        place = found.unknowns.place_of(number)
        rows = whole.matrix[np.arange(len(names)), place, place]
        one_way = [name for i, name in enumerate(names) if not few[i] and rows[i] < FEW]
        if one_way:
            yield f"{_listed(one_way)} hardly moved {way}: dry friction {way} is the prior's there"


def _motion(found: Identified) -> Iterator[str]:
    condition = found.estimate.condition
    if condition > GOOD_CONDITION:
        much = f"{condition:.0f}" if np.isfinite(condition) else "infinite"
        yield (
            f"the motion does not distinguish the numbers well (condition number {much}, good is below "
            f"{GOOD_CONDITION:.0f}): record one made by `puma560 excite`"
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
            "identify from a longer motion, or from one that covers the other, and see that the arm carried the same"
        )


def _far(found: Identified) -> Iterator[str]:
    rows: Sequence[Compared] = compared_constants(found) or base_parameters(found)
    far = [row for row in rows if abs(row.moved) > FAR]
    strained = _strained(found)
    if strained:
        yield (
            f"what fits best is no possible arm: it is {found.estimate.moved:.1f} standard errors away from one, and "
            f"the nearest one takes another torque at {_listed(strained)}; check the load, the base (tilted?) and the "
            "effort's calibration"
        )
    if far:
        yield (
            f"{_listed(f'{row.name} ({row.moved:+.1f})' for row in far)} moved by more than {FAR:g} tolerances: "
            "either the arm differs from the one in the file, or it carried a load that was not given"
        )


def _strained(found: Identified) -> list[str]:
    """Joints whose torque no possible arm has as what fits best has it: significantly, and not just a little."""
    if found.estimate.moved <= STRAINED:
        return []
    whole = total([part for recording in found.train for part in recording.parts])
    effort = np.sqrt(whole.square / np.maximum(whole.count, 1))
    beyond = np.nan_to_num(found.estimate.forced) > FORCED * effort
    return [name for name, bad in zip(found.unknowns.arm.joint_names, beyond, strict=True) if bad]


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
