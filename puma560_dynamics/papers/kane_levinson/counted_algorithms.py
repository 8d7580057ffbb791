"""Numbers of calculations for inverse dynamics of the Stanford Arm, by the paper and by other algorithms."""

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
"""Counts with which the paper compares: algorithms for any arm of six joints, which do not use the arm's zeros."""


@dataclass(frozen=True)
class CountedAlgorithm:
    """One row of the comparison.

    Attributes:
        algorithm: name of the algorithm.
        knows: data of the arm that the algorithm uses: none, kinds of joints, structure (zeros), or numbers.
        count: calculations for inverse dynamics at one state.
        printed: whether the count is printed in the paper; else it is our count.
    """

    algorithm: str
    knows: str
    count: OperationCount
    printed: bool = False


def counted_algorithms(arm: Arm) -> list[CountedAlgorithm]:
    """Return counts for inverse dynamics of `arm`: the paper's numbers, then ours, by the data that they use.

    Raises:
        UnsupportedArmError: see `stanford_parameters`.
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
    """Return `arm` with random nonzero values and unchanged zeros, so that no terms cancel by chance."""
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
