"""Inverse dynamics of the Stanford Arm: the paper's number of calculations, and those of other algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ...arm import Arm, Link
from ...models.generated.factored_programs import programs_of
from ...models.recursive.newton_euler import NewtonEulerModel
from ...models.terms import OperationCount
from .equation_code import any_numbers, of_torques
from .parameters import stanford_parameters

PRINTED = OperationCount(646, 394)
"""The count of section 3 of the paper: inverse dynamics of one state."""

OTHERS_IN_THE_PAPER: Mapping[str, OperationCount] = {
    "Lagrange, Hollerbach": OperationCount(2195, 1719),
    "Newton-Euler, Walker and Orin": OperationCount(1541, 1196),
    "Newton-Euler, Hollerbach's count": OperationCount(852, 738),
}
"""What the paper compares with: algorithms for any arm of six joints, which do not use its zeros."""


@dataclass(frozen=True)
class CountedAlgorithm:
    """One line of the comparison.

    Attributes:
        algorithm: what is counted.
        knows: what data of the arm it uses: none, the kinds of its joints, its structure (what is zero) or its numbers.
        count: for inverse dynamics of one state.
        printed: whether the paper prints it (else it is counted here).
    """

    algorithm: str
    knows: str
    count: OperationCount
    printed: bool = False


def counted_algorithms(arm: Arm) -> list[CountedAlgorithm]:
    """Inverse dynamics of `arm`: the paper's numbers, then ours, by how much of the arm each algorithm knows.

    Raises:
        UnsupportedArmError: as `parameters`.
    """
    numbers, symbols, other = stanford_parameters(arm), any_numbers(), any_arm(arm)
    return [
        *(CountedAlgorithm(name, "nothing", count, True) for name, count in OTHERS_IN_THE_PAPER.items()),
        CountedAlgorithm("Kane and Levinson", "structure", PRINTED, True),
        CountedAlgorithm(
            "Kane and Levinson, (118) to (126) from u and its derivatives", "structure", of_torques(symbols, False)
        ),
        CountedAlgorithm("Kane and Levinson, from q and its derivatives", "structure", of_torques(symbols)),
        CountedAlgorithm("Kane and Levinson, from q and its derivatives", "numbers", of_torques(numbers)),
        CountedAlgorithm("Newton-Euler", "kinds of joints", NewtonEulerModel(arm).general_counts()["torque"]),
        *(
            CountedAlgorithm(name, knows, count(who))
            for name, count in (("Newton-Euler", _of_newton_euler), ("generated", _of_generator))
            for knows, who in (("structure", other), ("numbers", arm))
        ),
    ]


def any_arm(arm: Arm) -> Arm:
    """`arm` with other numbers where it has numbers and zeros where it has zeros, so that nothing cancels by chance."""
    factors = np.random.default_rng(1983).uniform(0.8, 1.2, (arm.n, 6))
    links = [
        Link(
            link.name,
            link.mass * row[0],
            link.center_of_gravity * row[1],
            np.diag(float(np.diag(link.inertia).max()) * (1.0 + 0.2 * row[2:5])),
        )
        for link, row in zip(arm.links, factors, strict=True)
    ]
    joints = [replace(joint, d=joint.d * float(row[5])) for joint, row in zip(arm.joints, factors, strict=True)]
    return arm.with_(links=tuple(links), joints=tuple(joints))


def _of_newton_euler(arm: Arm) -> OperationCount:
    return NewtonEulerModel(arm).operation_counts()["torque"]


def _of_generator(arm: Arm) -> OperationCount:
    return OperationCount(*programs_of(arm.exact_chain, names=("torque",))["torque"].count)
