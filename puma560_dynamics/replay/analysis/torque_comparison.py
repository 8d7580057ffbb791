"""Comparison of model and arm: sums over pieces for all agreements and for the samples outside the band."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...arrays import FloatArray, read_only
from ...control.feed_forward.feed_forward import GUIDING, SWITCHED_TERMS
from ...control.observer.torque_uncertainty import WIDTHS
from ..result import Agreement, Band
from .agreement import AgreementSums, RunningMoments
from .evaluation import Evaluated, target_of
from .torque_band import OutsideCounts

TARGETS = ("effort", "command")


PUBLISHED_SUMS = {"velocity": ("coriolis", "centrifugal"), "acceleration": ("inertia", "motor_inertia")}
"""Published torques that are the sum of several terms, by the name that the bag reader gives them."""


class TorqueComparison:
    """Sums over `Evaluated` pieces.

    Args:
        bias: (n,) N·m, constant part of the friction of each joint.
    """

    def __init__(self, bias: FloatArray) -> None:
        self._bias, self._n = bias, (n := len(bias))
        self._total: dict[str, AgreementSums] = {}
        self._terms: dict[str, dict[str, AgreementSums]] = {}
        self._published: dict[str, AgreementSums] = {}
        self._samples = 0
        self._term_squares = {name: np.zeros(n) for name in SWITCHED_TERMS}
        self._band_squares = np.zeros(n)
        self._band_largest = np.zeros(n)
        self._stiction_squares = np.zeros(n)
        self._friction_squares = np.zeros(n)
        self._measured, self._computed, self._left = RunningMoments(n), RunningMoments(n), RunningMoments(n)
        self._outside = OutsideCounts(n)

    def add(self, piece: Evaluated) -> None:
        """Add a piece of the recording."""
        time = piece.motion.time
        for name in TARGETS:
            target = target_of(piece.motion, name)
            if np.isfinite(target).any():
                self._add_target(name, time, target, piece)
        used = piece.motion.used
        for name, published in piece.motion.terms.items():
            if name == GUIDING:
                continue  # no model computes it
            sums = self._published.setdefault(name, AgreementSums(self._n))
            sums.add(time, np.where(used[:, None], published, np.nan), _published_term(name, piece))
        self._samples += int(used.sum())
        for name, torque in piece.terms.items():
            self._term_squares[name] += np.sum(torque[used] ** 2, axis=0)
        self._band_squares += np.sum(piece.band[used] ** 2, axis=0)
        self._band_largest = np.maximum(self._band_largest, piece.band[used].max(axis=0, initial=0.0))
        self._stiction_squares += np.sum(piece.stiction[used] ** 2, axis=0)
        self._friction_squares += np.sum((piece.terms["friction"] - self._bias)[used] ** 2, axis=0)
        self._measured.add((piece.target - piece.terms["friction"]).T)
        self._computed.add(np.where(np.isnan(piece.target), np.nan, piece.rigid).T)
        self._left.add((piece.target - piece.rigid).T)
        self._outside.add(piece.residual, np.hypot(piece.band, piece.stiction))

    def _add_target(self, name: str, time: FloatArray, target: FloatArray, piece: Evaluated) -> None:
        if name not in self._total:
            self._total[name] = AgreementSums(self._n)
            total = self._total[name]
            self._terms[name] = {term: AgreementSums(self._n, alike=total) for term in SWITCHED_TERMS}
        self._total[name].add(time, target, piece.total)
        for term, sums in self._terms[name].items():
            others = piece.total - piece.terms[term]
            sums.add(time, target - others, piece.terms[term])

    @property
    def total(self) -> Mapping[str, Agreement]:
        """Return the agreement of each target with the whole torque of the model, by target."""
        return {name: sums.result() for name, sums in self._total.items()}

    @property
    def terms(self) -> Mapping[str, Mapping[str, Agreement]]:
        """Return the agreement by target and term: the target minus all other terms, compared with the term."""
        return {name: {term: sums.result() for term, sums in all_.items()} for name, all_ in self._terms.items()}

    @property
    def published(self) -> Mapping[str, Agreement]:
        """Return the agreement of published terms with computed ones, by name."""
        return {name: sums.result() for name, sums in self._published.items()}

    @property
    def term_rms(self) -> Mapping[str, FloatArray]:
        """Return the RMS torque (n,) N·m of each term over the samples that count; NaN without samples."""
        return {name: self._root(squares) for name, squares in self._term_squares.items()}

    @property
    def tolerance_rms(self) -> FloatArray:
        """Return the RMS torque uncertainty (n,) N·m from tolerances of the arm file; NaN without samples."""
        return self._root(self._band_squares)

    @property
    def stiction_rms(self) -> FloatArray:
        """Return the RMS torque (n,) N·m that dry friction may hold in joints that hardly move; NaN without samples."""
        return self._root(self._stiction_squares)

    @property
    def friction_rms(self) -> FloatArray:
        """RMS friction (n,) N·m of the model without its constant part; NaN without samples."""
        return self._root(self._friction_squares)

    @property
    def rigid_deviations(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Standard deviations (n,) N·m of target minus friction, of the model without friction, and target minus it."""
        with np.errstate(invalid="ignore", divide="ignore"):
            measured, computed, left = (
                read_only(np.sqrt(one.squares / one.count)) for one in (self._measured, self._computed, self._left)
            )
        return measured, computed, left

    def band(self, allowance: FloatArray) -> Band | None:
        """Return the uncertainty band with the fraction of residuals outside; `None` if nothing was compared.

        Args:
            allowance: (n,) torque uncertainty in addition to tolerances and stiction, N·m.
        """
        outside = self._outside.shares(allowance)
        if np.isnan(outside).all():
            return None
        rms = WIDTHS * np.hypot(np.hypot(self.tolerance_rms, self.stiction_rms), allowance)
        return Band(self.tolerance_rms, read_only(self._band_largest), read_only(rms), outside)

    def _root(self, squares: FloatArray) -> FloatArray:
        return read_only(np.sqrt(squares / self._samples) if self._samples else np.full(self._n, np.nan))


def _published_term(name: str, piece: Evaluated) -> FloatArray:
    """Return the computed torque (N, n) N·m that corresponds to a published term.

    A published sum contains the terms that were switched on: those that the recording has at the same time. The result
    is NaN where it has none of them, and contains all if the recording never has single terms.
    """
    names = SWITCHED_TERMS if name == "total" else PUBLISHED_SUMS.get(name, (name,))
    single = piece.motion.terms.keys() & set(names)
    if not single:
        return sum((piece.terms[one] for one in names[1:]), piece.terms[names[0]])
    active = np.array([np.isfinite(piece.motion.terms[one]) for one in single])
    computed = np.array([piece.terms[one] for one in single])
    return np.where(active.any(axis=0), np.where(active, computed, 0.0).sum(axis=0), np.nan)
