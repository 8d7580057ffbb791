"""Convert polynomials in sines and cosines to sums of waves, whose derivatives and bounds are known directly.

Every monomial of cosines, sines and positions of prismatic joints is a sum of waves

    φ(q) = exp(i n·q) · Π q_k^e_k,

with integers n_k for revolute joints and integer powers e_k for prismatic joints. For example, c2·c23 + s2·s23 becomes
the wave of c3: the representation is unique, so all cancellations are carried out.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.sparse import csr_array

from ...arrays import FloatArray
from ..chain.angles import Angle
from .terms import Factors

Wave = tuple[tuple[int, ...], tuple[int, ...]]
"""Frequencies n and powers e, each with one entry per joint."""

Sum = dict[Wave, complex]
"""Amplitude of each wave of a sum."""

ONE_THREAD = 1 << 18
"""Number of multiplications of a matrix product up to which OpenBLAS uses one thread. If other processors are busy,
waiting for other threads takes several times as long as such a product."""


class Waves:
    """Converter of polynomials in the cosines, sines and positions of a chain to sums of waves.

    Args:
        n: number of joints.
        angles: angles whose cosines and sines occur.
    """

    def __init__(self, n: int, angles: Iterable[Angle]) -> None:
        still = (0,) * n
        self._one: Sum = {(still, still): 1.0}
        self._atoms: dict[str, Sum] = {}
        for joint in range(n):
            power = tuple(int(k == joint) for k in range(n))
            self._atoms[f"q{joint + 1}"] = {(still, power): 1.0}
        for angle in angles:
            turns = dict(angle.joints)
            forward = tuple(turns.get(k, 0) for k in range(n))
            backward = tuple(-k for k in forward)
            phase = cmath.exp(1j * angle.offset)
            self._atoms[f"c{angle.label}"] = {(forward, still): phase / 2, (backward, still): phase.conjugate() / 2}
            self._atoms[f"s{angle.label}"] = {(forward, still): phase / 2j, (backward, still): -phase.conjugate() / 2j}

    def sum(self, polynomial: Mapping[Factors, float]) -> Sum:
        """Convert a polynomial (coefficients by monomial) to a sum of waves; waves that cancel are omitted."""
        total: Sum = {}
        for factors, coefficient in polynomial.items():
            product = self._one
            for name, exponent in factors:
                for _ in range(exponent):
                    product = _times(product, self._atoms[name])
            for wave, amplitude in product.items():
                total[wave] = total.get(wave, 0.0) + coefficient * amplitude
        return {wave: amplitude for wave, amplitude in total.items() if amplitude}


def _times(a: Sum, b: Sum) -> Sum:
    result: Sum = {}
    for (n, e), x in a.items():
        for (m, f), y in b.items():
            wave = (tuple(map(sum, zip(n, m, strict=True))), tuple(map(sum, zip(e, f, strict=True))))
            result[wave] = result.get(wave, 0.0) + x * y
    return result


class WaveSums:
    """Several real sums of waves in a box of positions: their values, slopes and bounds of their curvature.

    Attributes:
        size: number of sums.
        joints: indices of the joints on whose position a sum depends.
        block: largest number of points for which `at` uses one thread.
    """

    def __init__(self, sums: Iterable[Sum], lower: FloatArray, upper: FloatArray) -> None:
        sums = tuple(_folded(one) for one in sums)
        waves = sorted({wave for one in sums for wave in one})
        self.size = len(sums)
        n = len(lower)
        self._turns = np.array([wave[0] for wave in waves], dtype=float).reshape(-1, n)
        self._powers = np.array([wave[1] for wave in waves], dtype=int).reshape(-1, n)
        self._amplitudes = np.array([[one.get(wave, 0.0) for wave in waves] for one in sums], dtype=complex)
        self._amplitudes = self._amplitudes.reshape(self.size, len(waves))
        self._largest = np.maximum(np.abs(lower), np.abs(upper))
        self.joints = np.flatnonzero(self._turns.any(axis=0) | self._powers.any(axis=0))
        derivatives = [_derivative(one, joint) for joint in self.joints.tolist() for one in sums]
        # One sparse matrix for values and slopes, since each sum has only a few of the waves.
        self._table = _Table([*sums, *derivatives], n)
        self.block = max(ONE_THREAD // max(self._table.phases * n, 1), 1)

    @property
    def amplitudes(self) -> FloatArray:
        """(size,) sum of the amplitudes of each Fourier sum: a bound of its magnitude and the scale of rounding."""
        return np.asarray(np.abs(self._amplitudes) @ np.prod(self._largest**self._powers, axis=1))

    def at(self, q: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return values (size, points) and slopes (len(`joints`), size, points) at positions q (points, n)."""
        both = self._table.at(q).reshape(1 + len(self.joints), self.size, len(q))
        return both[0], both[1:]

    def curvature(self) -> FloatArray:
        """Return bounds of the second derivatives over the whole box, (n, n, size)."""
        n = self._turns.shape[1]
        result = np.empty((n, n, self.size))
        for i in range(n):
            for j in range(n):
                total = np.zeros(len(self._turns))
                for by_i in (True, False):  # product rule: derivative of the exponential or of the power
                    for by_j in (True, False):
                        factor, powers = np.ones(len(self._turns)), self._powers.copy()
                        for joint, by_turn in ((i, by_i), (j, by_j)):
                            if by_turn:
                                factor = factor * np.abs(self._turns[:, joint])
                            else:
                                factor = factor * powers[:, joint]
                                powers[:, joint] = np.maximum(powers[:, joint] - 1, 0)
                        total += factor * np.prod(self._largest**powers, axis=1)
                result[i, j] = np.abs(self._amplitudes) @ total
        return result


def _folded(one: Sum) -> Sum:
    """Convert a real sum to half its waves, whose real part it is: waves of opposite frequencies are conjugates."""
    result: Sum = {}
    for (turns, powers), amplitude in one.items():
        backward = next((n for n in turns if n), 0) < 0
        wave = (tuple(-n for n in turns) if backward else turns, powers)
        result[wave] = result.get(wave, 0.0) + (amplitude.conjugate() if backward else amplitude)
    return result


def _derivative(one: Sum, joint: int) -> Sum:
    """Return the derivative of a sum with respect to the position of a joint."""
    result: Sum = {}
    for (turns, powers), amplitude in one.items():
        if turns[joint]:
            result[turns, powers] = result.get((turns, powers), 0.0) + 1j * turns[joint] * amplitude
        if powers[joint]:
            lowered = (turns, tuple(e - (k == joint) for k, e in enumerate(powers)))
            result[lowered] = result.get(lowered, 0.0) + powers[joint] * amplitude
    return result


class _Table:
    """Real parts of sums of waves, as sparse matrices that multiply the waves' cosines and sines."""

    def __init__(self, sums: Sequence[Sum], n: int) -> None:
        waves = sorted({wave for one in sums for wave in one})
        turns, powers = sorted({wave[0] for wave in waves}), sorted({wave[1] for wave in waves})
        self._turns = np.array(turns, dtype=float).reshape(-1, n)
        self._powers = np.array(powers, dtype=int).reshape(-1, n)
        self._turns_of = np.array([turns.index(wave[0]) for wave in waves], dtype=int)
        self._powers_of = np.array([powers.index(wave[1]) for wave in waves], dtype=int)
        place = {wave: index for index, wave in enumerate(waves)}
        rows = [row for row, one in enumerate(sums) for _ in one]
        columns = [place[wave] for one in sums for wave in one]
        amplitudes = np.array([amplitude for one in sums for amplitude in one.values()], dtype=complex)
        shape = (len(sums), len(waves))
        self._of_cosines = csr_array((amplitudes.real, (rows, columns)), shape)
        self._of_sines = csr_array((-amplitudes.imag, (rows, columns)), shape)

    @property
    def phases(self) -> int:
        """Number of sines (and of cosines) to compute per point."""
        return len(self._turns)

    def at(self, q: FloatArray) -> FloatArray:
        """Return the values (sums, points) at positions q (points, n)."""
        phases = self._turns @ q.T
        cosines, sines = np.cos(phases)[self._turns_of], np.sin(phases)[self._turns_of]
        if self._powers.any():
            sizes = np.array([np.prod(q**powers, axis=1) for powers in self._powers])[self._powers_of]
            cosines *= sizes
            sines *= sizes
        return np.asarray(self._of_cosines @ cosines + self._of_sines @ sines)
