"""Proof that a factored system equals Kane's equations: exactly, in the canonical ring.

Every factoring is written out again and compared, coefficient by coefficient, with A, B, C and g from
partial velocities and Christoffel symbols, which share nothing with the recursion, the gauge or the
factoring.
"""

from __future__ import annotations

from itertools import combinations

from ...errors import DerivationError
from ..algebra.ring import Poly, Ring, collection_paused
from ..chain.angles import link_angles
from ..chain.chain import Chain
from ..program.system import System
from ..program.variables import Variables
from .christoffel import coriolis_and_centrifugal
from .kane import gravity_torque, kinetic_energy_matrix


def expected(chain: Chain, name: str, ring: Ring) -> dict[str, Poly]:
    """What a program must give, by Kane's route: output label -> element of the ring."""
    n = chain.n
    pairs = list(combinations(range(n), 2))
    g = gravity_torque(chain, ring)
    if name == "gravity":
        return {f"g_{i + 1}": g[i] for i in range(n)}
    a = kinetic_energy_matrix(chain, ring)
    result = {f"a_{i + 1}{j + 1}": a[i][j] for i in range(n) for j in range(i, n)}
    if name == "kinetic_energy_matrix":
        return result
    b, c = coriolis_and_centrifugal(a)
    if name == "all_elements":
        for i in range(n):
            result |= {f"b_{i + 1}{j + 1}{k + 1}": b[i][p] for p, (j, k) in enumerate(pairs)}
            result |= {f"c_{i + 1}{j + 1}": c[i][j] for j in range(n)}
            result[f"g_{i + 1}"] = g[i]
        return result
    rate = [ring.variable(f"qd{i + 1}") for i in range(n)]
    second = [ring.variable(f"qdd{i + 1}") for i in range(n)]
    return {
        f"tau_{i + 1}": ring.sum(
            [g[i], *(a[i][j] * second[j] + c[i][j] * rate[j] * rate[j] for j in range(n))]
            + [b[i][p] * (rate[j] * rate[k]) for p, (j, k) in enumerate(pairs)]
        )
        for i in range(n)
    }


@collection_paused()
def prove(chain: Chain, name: str, system: System, variables: Variables) -> int:
    """Compare every output of a factored system with Kane's equations, exactly.

    Returns:
        How many terms of the canonical form were compared.

    Raises:
        DerivationError: an output differs; it is a defect of the generator.
    """
    ring = Ring()
    wanted = expected(chain, name, ring)
    values = variables.within(ring, link_angles(chain))
    given = system.evaluate(values, ring.constant(1))
    for label in (*wanted, *given):
        if given.get(label, 0) != wanted.get(label, 0):
            raise DerivationError(
                f"{label} of {chain.name!r} as factored is not what Kane's equations give; "
                "expected equal polynomials; this is a defect of the generator, please report the arm"
            )
    return sum(len(element) for element in wanted.values())
