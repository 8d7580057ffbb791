"""Names of functions that chains have: a small chain has no inverse of its Jacobian."""

from __future__ import annotations

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.tasks import TASK_NAMES, task_of
from puma560_dynamics.errors import DerivationError

ANY_CHAIN = tuple(name for name in TASK_NAMES if name != "inverse_jacobian")
"""Functions whose systems every chain has; the programs of some need an A or a Jacobian that is not singular."""


def names_of(chain: Chain) -> tuple[str, ...]:
    """Functions that can be derived for a chain."""
    return tuple(name for name in TASK_NAMES if _has(chain, name))


def _has(chain: Chain, name: str) -> bool:
    try:
        task_of(name).check(chain)
    except DerivationError:
        return False
    return True
