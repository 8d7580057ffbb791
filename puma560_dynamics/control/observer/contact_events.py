r"""Find contacts in the estimated external torque, sample by sample.

A contact begins where the estimate of a joint exceeds its threshold (`torque_uncertainty`) in two successive samples,
so that a single wrong sample is no contact. It ends where the estimates of all joints have been below a fraction of
their thresholds for a while (hysteresis).

The estimate r is the external torque after a low-pass with the pole -K, so it is late and low at the onset. Both are
corrected. With the low-pass's input e, the exact step :math:`r_1 = a r_0 + (1 - a) e`, :math:`a = e^{-K h}`, gives e
back. The size of a contact is the mean of e while r is above 85 % of its largest value. For a constant torque F that
begins at :math:`t_0`, :math:`r = F (1 - e^{-K (t - t_0)})`, so the onset is
:math:`t_0 = t + \ln(1 - r / F) / K` where r exceeds the threshold at t, and the end is corrected in the same way.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, read_only
from .torque_uncertainty import WIDTHS, EstimateError

CONTACT_KEYS = ("state", "joints", "torque_Nm", "band_Nm", "confidence", "standing", "duration_s")
"""Keys of a message on a contact, of the observer's node and of the controller; the last one only after its end."""

STANDS = 0.02
"""Velocity up to which a joint stands, rad/s; multiplied by `Arm.motion_scale`."""

RELEASE = 0.8
"""Fraction of the threshold below which a contact may end."""

HOLD = 0.1
"""Time for which all estimates stay below before the contact ends, s; shorter pauses are part of it."""

TOP = 0.85
"""Fraction of the largest estimate above which the size of a contact is averaged."""

PEAK = 0.97
"""Fraction of the largest estimate up to whose last sample the size is averaged: the estimate decays afterwards."""

FALLEN = 0.5
"""Fraction of its largest value below which the estimate falls after the end of a contact."""

LONGEST = 3.0
"""Longest correction of onset and end, in time constants of the estimate."""

MOST_ROWS = 4096
"""Largest number of samples of a contact that are kept; above it, every second one is left out."""


@dataclass(frozen=True, eq=False)
class Contact:
    """Time in which something touched the arm.

    Attributes:
        start: beginning, s; in a recording since its first stamp.
        end: end, s; NaN while the contact lasts.
        joints: indices of the joints that show the contact, the clearest first.
        torque: (n,) external torque at each joint, N·m, positive where it pushes the joint in its positive direction:
            the mean of the time in which it is above 85 % of the largest. NaN where it is not clear.
        band: (n,) half width of the band of `torque`, N·m; NaN where the torque is. For a joint at rest it contains dry
            friction, which holds a part of the contact that the motor does not show.
        standing: whether the whole arm stood.
    """

    start: float
    end: float
    joints: tuple[int, ...]
    torque: FloatArray
    band: FloatArray
    standing: bool

    @property
    def confidence(self) -> float:
        """Probability that a normally distributed error with the band of the clearest joint is smaller than its torque.

        The band is two standard deviations. An error that is not in the band, such as a payload that the model does not
        have, is not considered.
        """
        if not self.joints:
            return 0.0
        widths = WIDTHS * abs(float(self.torque[self.joints[0]])) / float(self.band[self.joints[0]])
        return math.erf(widths / math.sqrt(2.0))


class ContactEvents:
    """Finds contacts in successive estimates.

    Args:
        joints: number of joints.
        bandwidth: pole K of the estimate, 1/s.
        still: (n,) or one number: velocity up to which a joint stands, rad/s.
    """

    def __init__(self, joints: int, bandwidth: float, still: FloatArray | float) -> None:
        self._n, self._bandwidth, self._still = joints, bandwidth, still
        self._above: NDArray[np.bool_] = np.zeros(joints, dtype=np.bool_)
        self._before: tuple[float, FloatArray] | None = None
        self._forget()

    def _forget(self) -> None:
        self._time: list[float] = []
        self._estimate: list[FloatArray] = []
        self._input: list[FloatArray] = []  # integral of the low-pass's input since the first row, N·m·s
        self._band: list[FloatArray] = []
        self._shown: NDArray[np.bool_] = np.zeros(self._n, dtype=np.bool_)
        self._below_since = math.nan
        self._standing = True

    def restart(self) -> Contact | None:
        """Forget all samples, as after a gap in time.

        Returns:
            The contact that this ends; `None` without one.
        """
        ended = self._contact(ended=True) if self._shown.any() else None
        self._before, self._above = None, np.zeros(self._n, dtype=np.bool_)
        self._forget()
        return ended

    @property
    def present(self) -> Contact | None:
        """Return the contact that lasts; `None` without one."""
        return self._contact(ended=False) if self._shown.any() else None

    def update(self, time: float, qd: FloatArray, estimate: FloatArray, error: EstimateError) -> Contact | None:
        """Add a sample.

        Args:
            time: s, later than the previous one.
            qd: (n,) velocities, rad/s.
            estimate: (n,) estimated external torque, N·m.
            error: its uncertainty.

        Returns:
            A contact that has ended; `None` otherwise.
        """
        size = np.abs(estimate)
        above = size > error.threshold
        if self._shown.any() or above.any():
            self._add(time, qd, estimate, error.band)
        elif self._time:
            self._forget()
        self._shown |= above & self._above
        self._above, self._before = above, (time, estimate)
        if not self._shown.any():
            return None
        if (size >= RELEASE * error.threshold).any():
            self._below_since = math.nan
        elif math.isnan(self._below_since):
            self._below_since = time
        elif time - self._below_since >= HOLD:
            ended = self._contact(ended=True)
            self._forget()
            return ended
        return None

    def _add(self, time: float, qd: FloatArray, estimate: FloatArray, band: FloatArray) -> None:
        """Keep a sample of a contact."""
        if self._before is None:
            total = np.zeros(self._n)
        else:
            then, old = self._before
            given = old + (estimate - old) / -math.expm1(-self._bandwidth * (time - then))
            total = given * (time - then) + (self._input[-1] if self._input else 0.0)
        self._standing = self._standing and bool((np.abs(qd) <= self._still).all())
        for values, value in ((self._estimate, estimate), (self._input, total), (self._band, band)):
            values.append(value)
        self._time.append(time)
        if len(self._time) > MOST_ROWS:
            for rows in (self._time, self._estimate, self._input, self._band):
                del rows[1::2]

    def _contact(self, ended: bool) -> Contact:
        """Return the contact of the kept samples."""
        time, estimate = np.array(self._time), np.array(self._estimate)
        torque, band = np.full((2, self._n), np.nan)
        for joint in np.flatnonzero(self._shown).tolist():
            torque[joint], band[joint] = self._size(time, estimate[:, joint], joint)
        clear = np.nan_to_num(np.abs(torque) / band)
        joints = tuple(int(joint) for joint in np.argsort(-clear, kind="stable") if self._shown[joint])
        part = estimate[:, joints[0]] / torque[joints[0]]
        start, end = float(time[0] - self._delay(1.0 - part[0])), math.nan
        if ended:
            large = np.flatnonzero(part >= FALLEN * part.max())
            last = int(large[-1]) if len(large) else len(time) - 1  # of a push that changed its sign
            missing = math.exp(-self._bandwidth * (time[last] - start))  # of a short contact
            end = max(start, float(time[last] - self._delay(part[last] + missing)))
        return Contact(start, end, joints, read_only(torque), read_only(band), self._standing)

    def _size(self, time: FloatArray, estimate: FloatArray, joint: int) -> tuple[float, float]:
        """Return the external torque at a joint, and the half width of its band, N·m."""
        largest = int(np.argmax(np.abs(estimate)))
        size = math.copysign(1.0, estimate[largest]) * estimate
        last = int(np.flatnonzero(size >= PEAK * size[largest])[-1])
        first = int(np.flatnonzero(size >= TOP * size[largest])[0])
        first = max(0, min(first, int(np.searchsorted(time, time[last] - 1.0 / self._bandwidth, side="right")) - 1))
        band = max(float(one[joint]) for one in self._band[first : last + 1])
        if first >= last:
            return float(estimate[largest]), band
        mean = (self._input[last][joint] - self._input[first][joint]) / (time[last] - time[first])
        return float(mean), band

    def _delay(self, rest: float) -> float:
        """Return the time in which a step decays to a rest, s; at most `LONGEST`."""
        return (min(-math.log(rest), LONGEST) if rest > 0.0 else LONGEST) / self._bandwidth if rest < 1.0 else 0.0
