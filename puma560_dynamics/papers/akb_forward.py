"""Armstrong, Khatib and Burdick, sections 3 and 4: forward dynamics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import FloatArray
from ..models.interface import DynamicModel
from ..models.load import load_model
from ..models.sampling import sample_states
from ..models.terms import velocity_pairs
from ..simulation.simulate import SWUNG, simulate
from .akb.tables import DATA_TABLES, NO_ENTRY, misreadings
from .bench import Bench
from .corrections import OfEquations
from .decomposition.table_2 import DIVIDER, acceleration_products, parts_of
from .entry import ROUNDING, EntryResult, EntryRow, Paper

CHAPTER = OfEquations(Paper.AKB)

DURATION = 0.5
"""Duration of the free swing, s."""

STEP = 1e-3
"""Step of the integration with elements evaluated once in four steps, s."""

POSES = 12
"""Number of random poses in which the swings begin."""


@CHAPTER.entry(
    "section 3",
    "the decomposition is also an advantage for forward dynamics, where the cost is run time",
    "puma560 paper multirate",
    criterion="none, because the paper gives no measure. The entry shows an advantage by one of ours: free "
    f"swings of {DURATION:g} s from rest in {POSES} random poses by the printed tables, as corrected, with steps of "
    "constant length (first velocities, then positions). Elements are evaluated every fourth step of "
    f"{1000 * STEP:g} ms, or in every step; the latter uses longer steps for the same number of calculations per "
    "second of A, B, C, g and of the products of B and C with velocities. The solution for the accelerations, which "
    "each step needs, is not counted. The error of the last position is smaller in the first case, in each pose. The "
    "reference is our integrator with 1e-12 per step",
)
def decomposed_simulation(bench: Bench) -> EntryResult:
    parts = parts_of(bench.full)
    motion = parts.motion - acceleration_products(bench.full)
    longer = (parts.configuration + motion) / (parts.configuration / DIVIDER + motion)
    rows, shares, fresh = [], [], 0
    for start in sample_states(bench.arm, POSES)[0].tolist():
        truth = simulate(bench.generated, start, DURATION).q[-1]
        split, whole, same = (
            _Swing(step, divider, start).error(bench.full, truth)
            for step, divider in ((STEP, DIVIDER), (longer * STEP, 1), (STEP, 1))
        )
        shares.append(split / whole)
        fresh += same > split
        name = f"from ({', '.join(f'{angle:.2f}' for angle in start)}) rad"
        rows.append(EntryRow(name, None, f"{split:.2g}, {whole:.2g}, {same:.2g}", "rad", split < whole))
    return EntryResult(
        "an advantage",
        f"{min(shares):.2f} to {max(shares):.2f} of the error, median {np.median(shares):.2f}",
        False,
        obstacle="neither motion, step nor method of integration is printed, and an advantage in general cannot be "
        "shown by some motions",
        shown=all(row.agrees for row in rows),
        note=f"lines: the errors with elements once in four {1000 * STEP:g} ms steps, in every step of "
        f"{1000 * longer * STEP:.2f} ms, and in every step of {1000 * STEP:g} ms. With equal steps the elements once "
        f"in four give the smaller error in {fresh} of {POSES} poses, where errors partly cancel. The solution for the "
        "accelerations is the same in each step, so that the advantage at the same total cost is smaller",
        rows=tuple(rows),
    )


@CHAPTER.entry(
    "section 4",
    "the recursion can compute forward dynamics (Walker and Orin), as the explicit model can",
    "puma560 simulate",
    criterion="both must give the same accelerations, at 100 random states and torques. The recursion: ours, which "
    "gives A by repeated recursions over shorter chains (our version of Walker and Orin's method, which is not "
    "printed). The explicit model: the printed tables. Largest difference, relative to the largest "
    f"acceleration of the state, below {ROUNDING:.0e}",
)
def forward_dynamics(bench: Bench) -> EntryResult:
    q, qd, tau = sample_states(bench.arm, 100)
    walker = load_model("walker_orin", bench.arm).acceleration(q, qd, tau)
    ours = bench.full.acceleration(q, qd, tau)
    error = float((np.abs(walker - ours).max(axis=1) / np.abs(ours).max(axis=1)).max())
    return EntryResult(
        None, error, error < ROUNDING, "relative",
        note=f"{misreadings(*DATA_TABLES, 'A2', 'A4', 'A5', 'A6', 'A7')}; {NO_ENTRY}",
    )  # fmt: skip


class _Swing(NamedTuple):
    """A free swing from rest.

    Attributes:
        step: approximate step, s; the duration is divided into a whole number of steps.
        divider: number of steps per evaluation of the elements.
        start: first positions (n,), rad.
    """

    step: float
    divider: int
    start: Sequence[float] = SWUNG

    def error(self, model: DynamicModel, truth: FloatArray) -> float:
        """Return the largest difference of the last position from `truth` (n,), rad."""
        count = round(DURATION / self.step)
        step = DURATION / count
        pairs = velocity_pairs(model.arm.n)
        q, qd = np.array(self.start), np.zeros(model.arm.n)
        for number in range(count):
            if number % self.divider == 0:
                elements = model.elements(q)
            products = qd[pairs[:, 0]] * qd[pairs[:, 1]]
            force = elements.coriolis @ products + elements.centrifugal @ (qd * qd) + elements.gravity
            qd = qd - step * np.linalg.solve(elements.kinetic_energy, force)
            q = q + step * qd
        return float(np.abs(q - truth).max())
