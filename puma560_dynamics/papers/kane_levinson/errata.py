"""Corrections of Kane and Levinson's text, as data that tests evaluate.

The list is ``EQUATIONS/errata.yaml``. The equations with an uncorrected reading, or without a line that had to be
derived, must disagree with Newton-Euler.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...models.recursive.newton_euler import NewtonEulerModel
from ...plain_data import parse_yaml
from ..erratum import Erratum, from_data
from .equations import ANGLES, EQUATIONS, MOMENTUM, TORQUES, equation_values, texts
from .maneuver import as_printed
from .model import paper_order, trigonometry
from .parameters import stanford_parameters

SOURCE = "Kane and Levinson 1983"


@cache
def stanford_errata() -> tuple[Erratum, ...]:
    """Return all errata, in the order of the paper."""
    return from_data(parse_yaml((EQUATIONS / "errata.yaml").read_text(encoding="utf-8"))["errata"])


def uncorrected_equations(erratum: Erratum) -> Iterator[dict[str, str]]:
    """Yield all equations, each time with one uncorrected reading of an erratum; nothing if the proof is the text.

    Raises:
        ValueError: the list contains a fragment that is not in the equation.
    """
    for name in erratum.details.get("lost", ()):
        yield {**texts(), name: "0"}
    for corrected, found in erratum.details.get("instead", ()):
        name = str(erratum.details["equation"])
        if corrected not in texts()[name]:
            raise ValueError(
                f"errata.yaml: {name} does not contain the text to correct, {corrected!r}; it reads: {texts()[name]}"
            )
        yield {**texts(), name: texts()[name].replace(corrected, found, 1)}


def disagreement(
    equations: Mapping[str, str],
    arm: Arm,
    q: FloatArray,
    qd: FloatArray,
    qdd: FloatArray,
) -> float:
    """Return the largest difference of torques and of W31 from Newton-Euler, relative to the largest torque or W31.

    W31 is the momentum of the first joint, whose axis is vertical through A*: the first row of A times q̇.

    Args:
        equations: text of each equation by name, such as an uncorrected reading.
        arm: arm with the structure of ``stanford1983``.
        q, qd, qdd: (N, 6) states in the order of the chain.
    """
    engine = NewtonEulerModel(arm)
    expected = as_printed(engine.torque(q, qd, qdd))
    momentum = np.einsum("ij,ij->i", engine.kinetic_energy_matrix(q)[:, 0], qd)
    known = dict(stanford_parameters(arm)) | dict(zip(ANGLES, trigonometry(q), strict=True))
    known |= {f"qd{i}": column for i, column in enumerate(paper_order(qd), start=1)}
    known |= {f"qdd{i}": column for i, column in enumerate(paper_order(qdd), start=1)}
    *found, w31 = equation_values((*TORQUES, MOMENTUM), known, equations)
    torque = np.column_stack(np.broadcast_arrays(*found))
    return max(
        float(np.abs(torque - expected).max() / np.abs(expected).max()),
        float(np.abs(w31 - momentum).max() / np.abs(momentum).max()),
    )
