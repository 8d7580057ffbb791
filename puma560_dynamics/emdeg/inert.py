"""Find joints that move no inertia: their torque is zero, and the mass matrix is singular."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import ChainError
from .algebra.residue import PrimeField, Residue
from .chain.chain import Chain
from .equations.kane_at_state import ChainState, kane_torque
from .readers.reading import Reading


def idle_joints(chain: Chain) -> list[int]:
    """Return the indices of the joints whose motion has no kinetic energy in any state of the chain.

    The diagonal of the mass matrix is evaluated at a random state, in a prime field.
    """
    a = _mass_matrix(chain, PrimeField())
    return [j for j in range(chain.n) if not a[j][j]]


def is_singular(chain: Chain) -> bool:
    """Return whether the mass matrix is singular in every state."""
    field = PrimeField()
    rows = _mass_matrix(chain, field)
    for j in range(chain.n):
        pivot = next((row for row in rows[j:] if row[j]), None)
        if pivot is None:
            return True
        rows.remove(pivot)
        rows.insert(j, pivot)
        over = field.reciprocal(pivot[j].value)
        for i in range(j + 1, chain.n):
            share = rows[i][j] * over
            rows[i] = [x - share * y for x, y in zip(rows[i], pivot, strict=True)]
    return False


def checked_inertia(reading: Reading, allowed: bool, path: str | Path | None = None) -> Reading:
    """Check that the mass matrix of an arm is invertible; return the reading, with a remark if it is not.

    Args:
        reading: reading of an arm.
        allowed: whether a singular mass matrix is allowed.
        path: path of the file that was read, for the error message; None for an arm from elsewhere.

    Raises:
        ChainError: the mass matrix is singular, and this is not allowed.
    """
    chain = reading.chain
    idle = idle_joints(chain)
    if idle:
        who = _and([repr(chain.joints[j].name) for j in idle])
        what = f"{'joint' if len(idle) == 1 else 'joints'} {who} {'moves' if len(idle) == 1 else 'move'}"
        first = min(idle)
        lacking = [text for text in reading.lacking[first:] if text] if reading.lacking else []
        why = f" ({'; '.join(lacking)})" if lacking else ""
        sentence = f"{what} nothing that has inertia{why}"
    elif is_singular(chain):
        sentence = "the mass matrix of this arm has no inverse in any state: bodies lack inertia"
        lacking = [text for text in reading.lacking if text]
        sentence += f" ({'; '.join(lacking)})" if lacking else ""
    else:
        return reading
    if not allowed:
        where = "" if path is None else f"{path}: "
        raise ChainError(
            f"{where}{sentence}: the torque of such a joint is zero and there is no forward dynamics; give those "
            "bodies mass and inertia, hold such joints with --hold, or allow them with --allow-massless"
        )
    return replace(reading, remarks=(*reading.remarks, f"{sentence}: there is no forward dynamics"))


def _and(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else names[0]


def _mass_matrix(chain: Chain, field: PrimeField) -> list[list[Residue]]:
    """Return the mass matrix at a random state, in a prime field."""
    n = chain.n
    turns = [field.random_turn() for _ in range(n)]
    positions = [field.random() for _ in range(n)]
    light = chain.without_gravity()
    columns = [
        kane_torque(light, ChainState(turns, positions, [0] * n, [int(i == j) for i in range(n)])) for j in range(n)
    ]
    one = field.of(1)
    return [[columns[j][i] * one for j in range(n)] for i in range(n)]
