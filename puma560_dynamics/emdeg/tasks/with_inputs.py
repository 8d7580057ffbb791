"""Define functions that take numbers of the chain as inputs: payload, gravity, parameters, and an external wrench."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import Gauge, slid
from ..chain.inertia import matter
from ..chain.inputs import PAYLOAD, WRENCH, ChainInputs, moving_link, moving_place, only_load
from ..equations.kane import wrench_torque
from ..equations.kane_at_state import ChainState, kane_wrench
from ..program.inputs import Sizes
from ..program.program import Program
from ..program.regrouping import PREPARED, prepared_gauges
from ..program.system import System
from ..program.variables import Variables
from .starting_form import COMPOSITE, ONE, StartingForm, units
from .task import ResultLayout, Task


class TaskWithInputs(Task):
    """A function of the chain, with numbers of the chain as inputs.

    A wrench is subtracted from the torque: the result is what the motors must supply while the wrench acts on the arm.
    The function is linear in the bodies, so its value with a load is the sum of the values of chain and load.

    Args:
        base: the function without these inputs, which it must take (`Task.takes`).
        inputs: the inputs.
    """

    def __init__(self, base: Task, inputs: ChainInputs) -> None:
        self._base, self._inputs = base, inputs
        names = (*inputs.direct_names, *inputs.names_of_bodies)
        self.name = f"{base.name}_with_{'_'.join(names)}"
        self.inputs = (*base.inputs, *inputs.direct_names, *((PREPARED,) if inputs.names_of_bodies else ()))
        self.description = f"{base.description}, with {' and '.join(names)} as input"
        self.result, self.search, self.shares_rounds = base.result, base.search, base.shares_rounds
        self.by_kane, self.with_friction = base.by_kane, base.with_friction

    def given(self, chain: Chain) -> ChainInputs:
        """Return the numbers of a chain that are inputs.

        Raises:
            DerivationError: the chain does not have one of the parameters or links, or a link does not move.
        """
        return self._inputs.of(chain)

    def key(self, chain: Chain) -> str:
        given = self.given(chain)
        places = [moving_place(chain, link, PAYLOAD) for link in given.payloads]
        places += [moving_place(chain, link, WRENCH) for link in given.wrenches]
        links = [moving_link(chain, i).pose for i in range(chain.n)]
        numbers = len(given.payloads), given.parameters, places, chain.links.base.rotation, links
        digest = hashlib.sha256(repr(numbers).encode()).hexdigest()[:16]
        return f"{self.name}-{digest}"

    def check(self, chain: Chain) -> None:
        self._base.check(chain)
        self.given(chain)

    def own_sizes(self, chain: Chain) -> Sizes:
        sizes = self.given(chain).sizes(self._inputs.direct_names)
        if PREPARED in self.inputs:
            sizes[PREPARED] = len(self.variables(chain).prepared)
        return tuple(sizes.items())

    def completed(self, program: Program, chain: Chain) -> Program:
        given, words = self.given(chain), []
        for kind, links in ((PAYLOAD, given.payloads), (WRENCH, given.wrenches)):
            if links and (kind, links) != (PAYLOAD, ("",)):
                words.append(f"{kind} on {' and then on '.join(link or 'the tip' for link in links)}")
        if given.parameters:
            words.append(f"parameters {', '.join(given.parameters)}")
        return replace(program, description="; ".join((program.description, *words)))

    def layout(self, chain: Chain) -> ResultLayout:
        return self._base.layout(chain)

    def variables(self, chain: Chain) -> Variables:
        return self._base.variables(self._measured(chain))

    def forms(self, chain: Chain) -> list[StartingForm]:
        return self._possible(self._base.forms(self._symbolic(chain)), chain)

    def neighbours(self, form: StartingForm, chain: Chain) -> list[StartingForm]:
        return self._possible(self._base.neighbours(form, self._symbolic(chain)), chain)

    def route(self, form: StartingForm) -> int:
        return self._base.route(form)

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        if PREPARED in self.inputs:
            form = replace(form, unit=ONE, depth=COMPOSITE if self._by_composites(chain) else form.depth)
        return self._base.system(self._measured(chain), form)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        symbolic = self.given(chain).chain(chain, ring.variable)
        return _summed(symbolic, lambda own: self._base.exact(own, ring), lambda: wrench_torque(symbolic, ring))

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        symbolic = self.given(chain).chain(chain, state.given.__getitem__)
        return _summed(symbolic, lambda own: self._base.at_state(own, state), lambda: kane_wrench(symbolic, state))

    def elements_given(self, chain: Chain) -> Sequence[str]:
        return self.given(chain).elements

    def _symbolic(self, chain: Chain) -> Chain:
        return self.given(chain).chain(chain, Ring().variable)

    def _by_composites(self, chain: Chain) -> bool:
        """Return whether elements are computed by composite bodies, not expanded."""
        return any(form.depth == COMPOSITE for form in self._base.forms(chain))

    def _measured(self, chain: Chain) -> Chain:
        """Return the symbolic chain in the unit of length of prepared numbers, which saves multiplications."""
        unit = next(iter(units(chain)), ONE) if PREPARED in self.inputs else ONE
        return self._symbolic(chain).in_unit(unit)

    def _possible(self, forms: Sequence[StartingForm], chain: Chain) -> list[StartingForm]:
        """Return the forms whose equations can have inputs in place of numbers, in each gauge of prepared numbers."""
        if PREPARED not in self.inputs:
            return list(forms)
        plain, *others = prepared_gauges(slid(chain, matter(chain))[0])
        usable = [form for form in forms if form.unit == ONE and _levels(form) in (plain, *others)]
        if self._by_composites(chain):
            return [form for form in usable if form.gauge == plain and form.depth == COMPOSITE]
        return list(
            dict.fromkeys(replace(form, gauge=_with_levels(form, own)) for own in (plain, *others) for form in usable)
        )


def _levels(form: StartingForm) -> tuple[Gauge, ...]:
    return tuple(replace(own, carried=False) for own in form.gauge)


def _with_levels(form: StartingForm, levels: tuple[Gauge, ...]) -> tuple[Gauge, ...]:
    return tuple(replace(own, carried=form.carried) for own, form in zip(levels, form.gauge, strict=True))


def _summed(
    chain: Chain, of_bodies: Callable[[Chain], Mapping[str, Any]], of_wrenches: Callable[[], Sequence[Any]]
) -> dict[str, Any]:
    """Return the elements for a chain with its loads, which are linear in the bodies, and with its wrenches."""
    result = dict(of_bodies(chain))
    for load in chain.loads:
        result = {label: result[label] + own for label, own in of_bodies(only_load(chain, load)).items()}
    if chain.wrenches:
        result = {f"tau_{i}": result[f"tau_{i}"] + pushed for i, pushed in enumerate(of_wrenches(), start=1)}
    return result
