"""Armstrong, Khatib and Burdick, sections 3 and 4: forward dynamics."""

from __future__ import annotations

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
from .decomposition.table_2 import DIVIDER, parts_of
from .entry import ROUNDING, EntryResult, EntryRow, Paper

CHAPTER = OfEquations(Paper.AKB)

DURATION = 0.5
"""Duration of the free swing, s."""

STEPS = (1e-3, 5e-4)
"""Steps of the integration with elements evaluated once in four steps, s."""


@CHAPTER.entry(
    "section 3",
    "the decomposition is also an advantage for forward dynamics, where the cost is run time",
    "puma560 paper multirate",
    criterion="none, because the paper gives no measure. The entry shows an advantage by one of ours: a free "
    f"swing of {DURATION:g} s from rest in one pose of ours ({', '.join(f'{angle:g}' for angle in SWUNG)} rad) by the "
    "printed tables, as corrected, with steps of constant length (first "
    "velocities, then positions). Elements are evaluated every fourth step, or in every step; the latter uses "
    "longer steps for the same number of calculations per second of A, B, C, g and their products; the solution for "
    "the "
    "accelerations, which each step needs, is not counted. The error of the last position is smaller "
    "in the first case. The reference is our integrator with 1e-12 per step",
)
def decomposed_simulation(bench: Bench) -> EntryResult:
    parts = parts_of(bench.full)
    longer = (parts.configuration + parts.motion) / (parts.configuration / DIVIDER + parts.motion)
    truth = simulate(bench.generated, SWUNG, DURATION).q[-1]
    rows, shares = [], []
    for step in STEPS:
        split = _Swing(step, DIVIDER).error(bench.full, truth)
        whole = _Swing(longer * step, 1).error(bench.full, truth)
        shares.append(split / whole)
        name = f"once in four {1000 * step:g} ms steps, every {1000 * longer * step:.2f} ms step"
        rows.append(EntryRow(name, None, f"{split:.2g}, {whole:.2g}", "rad", split < whole))
    return EntryResult(
        "an advantage",
        f"{max(shares):.2f} of the error",
        False,
        obstacle="neither motion, step nor method of integration is printed, and an advantage in general cannot be "
        "shown by one motion",
        shown=all(row.agrees for row in rows),
        note="lines: both errors, which are ours, without the cost of the solution for the accelerations, which is "
        "the same "
        "in each step, so that the advantage at the same total cost is smaller",
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
    """

    step: float
    divider: int

    def error(self, model: DynamicModel, truth: FloatArray) -> float:
        """Return the largest difference of the last position from `truth` (n,), rad."""
        count = round(DURATION / self.step)
        step = DURATION / count
        pairs = velocity_pairs(model.arm.n)
        q, qd = np.array(SWUNG), np.zeros(model.arm.n)
        for number in range(count):
            if number % self.divider == 0:
                elements = model.elements(q)
            products = qd[pairs[:, 0]] * qd[pairs[:, 1]]
            force = elements.coriolis @ products + elements.centrifugal @ (qd * qd) + elements.gravity
            qd = qd - step * np.linalg.solve(elements.kinetic_energy, force)
            q = q + step * qd
        return float(np.abs(q - truth).max())
