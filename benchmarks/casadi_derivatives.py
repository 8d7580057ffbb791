"""Peers of the leaderboard for derivatives: automatic differentiation, and analytic recursions, over CasADi's symbols.

*Differentiated* is CasADi's automatic differentiation, forward or reverse, of the leaderboard's recursions for torque
(`casadi_forms`); A is differentiated or computed by composite bodies. *Published* and *customised* are the recursions
of `derivative_forms`. All of them get base parameters and the arm's numbers as constants, and CasADi eliminates common
subexpressions. Of each peer the form with the fewest operations counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import casadi
from casadi_dynamics import composite, count, newton_euler, rigid
from casadi_forms import FORMS, Step
from casadi_graph import rebuilt
from derivative_forms import Derivatives, customised, published
from derivative_links import Inputs, Joint, Mass

from puma560_dynamics.emdeg import Chain, combined_offsets, regrouped_bodies

TASKS: Mapping[str, Sequence[str]] = {
    "torque_derivatives": ("q", "qd", "qdd"), "gravity_derivative": ("q",), "coriolis_matrix": ("q", "qd"),
}  # fmt: skip
"""Inputs of each task."""

DIFFERENTIATED, PUBLISHED, CUSTOMISED = "differentiated", "published recursion", "customised recursion"

REBUILT = 2
"""Number of forms in which equal terms are merged; the others have more operations after `casadi.cse`."""


MODES = tuple({"allow_forward": forward, "allow_reverse": not forward} for forward in (True, False))
"""Options of CasADi's automatic differentiation."""


class DerivativePeers:
    """CasADi functions of one chain, with the results of our tasks in the same layout.

    Args:
        chain: chain with numeric parameters and revolute joints.

    Attributes:
        chain: the chain.
        counts: operations of each peer's cheapest form, by task and peer.
        cheapest: this form's function of (c, s, …), by task and peer.
    """

    def __init__(self, chain: Chain) -> None:
        n = chain.n
        self.chain = chain
        symbols = (casadi.SX.sym(name, n) for name in ("q", "c", "s", "qd", "qdd"))
        self._q, self._c, self._s, self._qd, self._qdd = symbols
        self._down = [-float(x) for x in chain.gravity]
        self._armature = [float(joint.armature) for joint in chain.joints]
        self.counts: dict[str, dict[str, int]] = {}
        self.cheapest: dict[str, dict[str, Any]] = {}
        for task in TASKS:
            for peer, forms in ((DIFFERENTIATED, self._differentiated), (PUBLISHED, self._published),
                                (CUSTOMISED, self._customised)):  # fmt: skip
                best = self._cheapest(task, forms(task))
                self.cheapest.setdefault(task, {})[peer] = best
                self.counts.setdefault(task, {})[peer] = count(best)

    def _cheapest(self, task: str, values: Iterable[Any]) -> Any:
        """Return the cheapest function of (c, s, …); only the best forms after CasADi's elimination are rebuilt."""
        rates = self._qd, self._qdd
        given = [self._c, self._s, *rates[: len(TASKS[task]) - 1]]
        symbols = [self._q, self._c, self._s, *rates]
        forms = [casadi.Function("form", symbols, [casadi.cse(casadi.densify(value))]) for value in values]
        best = sorted(forms, key=count)[:REBUILT]
        made = (rebuilt(form, symbols, (self._c, self._s)) for form in best)
        return min((casadi.Function(f"peer_{task}", given, value) for value in made), key=count)

    def _differentiated(self, task: str) -> Iterator[Any]:
        """Yield the values of a task by automatic differentiation of each form, forward and reverse."""
        n, q, qd, qdd = self.chain.n, self._q, self._qd, self._qdd
        zero = casadi.SX(n, 1)
        for how in FORMS.values():
            steps = [Step.of(joint, casadi.cos(q[i]), casadi.sin(q[i])) for i, joint in enumerate(self.chain.joints)]
            bodies = [rigid(body, how) for body in regrouped_bodies(self.chain)]

            def torque(rates: Any, seconds: Any, down: Sequence[float], recursion: Any = (how, steps, bodies)) -> Any:
                columns = casadi.vertsplit(rates), casadi.vertsplit(seconds)
                return casadi.cse(casadi.vertcat(*newton_euler(*recursion, *columns, list(down))))

            for mode in MODES:
                if task == "gravity_derivative":
                    value = row_major(casadi.jacobian(torque(zero, zero, self._down), q, mode), symmetric=True)
                elif task == "coriolis_matrix":  # half of the derivative of a square is that at half the rates
                    slope = casadi.jacobian(torque(qd, zero, [0.0] * 3), qd, mode)
                    value = row_major(casadi.substitute(slope, qd, 0.5 * qd))
                else:
                    tau = torque(qd, qdd, self._down)
                    slopes = [casadi.jacobian(tau, by, mode) for by in (q, qd, qdd)]
                    slopes[2] = slopes[2] + casadi.diag(casadi.DM(self._armature))
                    tau = tau + casadi.DM(self._armature) * qdd
                    value = casadi.vertcat(tau, *map(row_major, slopes))
                    inertia = composite(how, steps, bodies, self._armature)
                    yield casadi.vertcat(tau, *map(row_major, (*slopes[:2], inertia)))
                yield value

    def _published(self, task: str) -> Iterator[Any]:
        """Yield the values of a task by the published recursion."""
        joints, signs = self._joints(parallel=False)
        given, factor = self._inputs(task, signs)
        yield from _values(task, signs, published(joints, given, factor))

    def _customised(self, task: str) -> Iterator[Any]:
        """Yield the values by the customised recursion, with and without groups, and for several reference points."""
        n = self.chain.n
        for parallel in (False, True):
            joints, signs = self._joints(parallel)
            if parallel and all(joint.twist != (1.0, 0.0) for joint in joints[1:]):
                continue
            given, factor = self._inputs(task, signs)
            still = task == "gravity_derivative"
            for column, first in ((False, 0), (True, 0)) if still else _places(n):
                found = customised(joints, given, factor, parallel, column, range(first, n))
                yield from _values(task, signs, found)

    def _inputs(self, task: str, signs: Sequence[int]) -> tuple[Inputs, int]:
        def signed(values: Any) -> list[Any]:
            return [sign * x for sign, x in zip(signs, casadi.vertsplit(values), strict=True)]

        n = self.chain.n
        given = Inputs(signed(self._qd), signed(self._qdd), self._armature, self._down)
        if task == "gravity_derivative":
            return replace(given, rates=[0.0] * n, seconds=[0.0] * n), 2
        if task == "coriolis_matrix":
            return replace(given, seconds=[0.0] * n, down=[0.0] * 3), 1
        return given, 2

    def _joints(self, parallel: bool) -> tuple[list[Joint], list[int]]:
        """Return the joints with regrouped bodies, and the direction of each joint's axis.

        For common axes of parallel joints, all their offsets are at the first one, and axes that point in the opposite
        direction are turned.
        """
        chain, bodies = self.chain, regrouped_bodies(self.chain)
        if parallel:
            chain, bodies = combined_offsets(chain)
        joints, signs = [], []
        sign = 1
        for i, (joint, body) in enumerate(zip(chain.joints, bodies, strict=True)):
            ca, sa, a, d = (float(x) for x in (joint.cos_alpha, joint.sin_alpha, joint.a, joint.d))
            ca, sa = sign * ca, sign * sa  # seen from turned axes
            sign = -1 if parallel and i and ca == -1.0 else 1
            own = Mass.of(body)
            if sign < 0:
                ca, sa, d, own = 1.0, 0.0, -d, own.turned_over()
            joints.append(Joint((ca, sa), a, d, (self._c[i], sign * self._s[i]), own))
            signs.append(sign)
        return joints, signs


def _places(n: int) -> list[tuple[bool, int]]:
    """Return `column` of each form of the customised recursion, and its first joint with relative velocities."""
    return [(False, 0), *((True, first) for first in (0, 2, n - 3, n - 2, n))]


def row_major(matrix: Any, symmetric: bool = False) -> Any:
    """Return the elements of a matrix by rows; of a symmetric one, those of the lower triangle at both places."""
    if symmetric:
        matrix = casadi.tril2symm(casadi.tril(matrix))
    return casadi.vec(casadi.densify(matrix).T)


def _values(task: str, signs: Sequence[int], found: Derivatives) -> Iterator[Any]:
    """Yield the result of a task from a recursion; for a symmetric result, from each triangle."""

    def matrix(rows: Any) -> Any:
        return casadi.vertcat(
            *(casadi.horzcat(*(s * t * x for t, x in zip(signs, row, strict=True)))
              for s, row in zip(signs, rows, strict=True))
        )  # fmt: skip

    if task == "gravity_derivative":
        for rows in (found.by_position, list(zip(*found.by_position, strict=True))):
            yield row_major(matrix(rows), symmetric=True)
    elif task == "coriolis_matrix":
        yield row_major(matrix(found.by_velocity))
    else:
        tau = casadi.vertcat(*(s * x for s, x in zip(signs, found.torque, strict=True)))
        yield casadi.vertcat(tau, *(row_major(matrix(rows)) for rows in found[1:]))
