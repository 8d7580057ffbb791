"""Define what the tasks with one value per joint share: layout, starting forms and routes of the recursion."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..effort import OwnSearch
from ..program.variables import Variables, prepared_variables
from .starting_form import (
    StartingForm,
    every_unturned,
    other_gauges,
    other_units,
    other_unturned,
    wrist_gauge,
)
from .task import ResultLayout, Task


class JointTask(Task):
    """A function with one value per joint, by recursion with explicit equations for a few inner links.

    Attributes:
        label: label of the values: ``tau`` for ``tau_1 …``.
        weighs: whether gravity affects the function.
    """

    label: ClassVar[str] = "tau"
    weighs: ClassVar[bool] = False
    search = OwnSearch(heat=0.2)  # a heat of 0.5 gives about 0.4 % more calculations

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({f"{self.label}_{i + 1}": (i,) for i in range(chain.n)}, (chain.n,))

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(chain if self.weighs else chain.without_gravity())

    def forms(self, chain: Chain) -> list[StartingForm]:
        plain = (PLAIN,) * chain.n
        # A single explicit link has almost the same equations as in the recursion.
        depths = range(min(3, chain.n + 1))[::2]
        gauges = (plain, tuple(replace(PLAIN, carried=i > 2) for i in range(chain.n)))
        forms = [StartingForm(gauge, depth) for gauge in gauges for depth in depths]
        forms += every_unturned(forms, chain)
        return forms + [StartingForm(wrist_gauge(chain.n), depth) for depth in depths]

    def neighbours(self, form: StartingForm, chain: Chain) -> list[StartingForm]:
        return other_unturned(form, chain) + other_units(form, chain) + other_gauges(form, chain)

    def route(self, form: StartingForm) -> int:
        return min(form.depth, 1)
