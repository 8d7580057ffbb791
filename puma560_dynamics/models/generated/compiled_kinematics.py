"""Compute the kinematics of chosen links by compiled functions; those of all other links by numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from numpy.typing import ArrayLike

from ...arm.kinematics import Axes
from ...arrays import FloatArray
from ...emdeg import COMBINED_NAMES, task_of
from ..any_shape import put
from ..link_kinematics import LinkKinematics
from .compiled_on_request import CompiledOnRequest

Key = tuple[str, str | None, str]
"""Function, link and axes; the link is None for the arm's tip."""


class CompiledKinematics(CompiledOnRequest, LinkKinematics):
    """Kinematics of a model that compiles functions on request.

    The first call for a link must not take seconds in a control loop, and numpy needs no preparation. So the methods
    use compiled code only for the links and axes that were named in `prepare`.
    """

    _links: Mapping[Key, Callable[..., FloatArray]] = MappingProxyType({})

    def prepare(self, *names: str) -> None:
        """Derive and compile functions now, all in one unit, so that no later call takes seconds.

        The results are kept in the user's cache. Of the functions of kinematics, ``pose`` is then used by
        `forward_kinematics`, and ``jacobian``, ``jacobian_rate`` and ``bias_acceleration`` by the methods of these
        names, for the same link and axes; so are ``operational_inertia``, ``consistent_inverse`` and
        ``inverse_jacobian``. `evaluate` and `function` use all functions.

        Args:
            names: names as for `evaluate`, such as ``"pose:tool0"``, ``"jacobian:tool0:link"`` or ``"jacobian"`` (of
                the tip, in the axes of the base).

        Raises:
            DerivationError: a function is unknown, or the arm does not have its link.
        """
        super().prepare(*names)
        for name in names:
            task: Any = None if name in COMBINED_NAMES else task_of(name)
            if not hasattr(task, "link") or task.several:  # not the function of one link
                continue
            place, call = self.arm.place_of(task.link or None), self.function(name)
            same = {task.link or None, *(link for link in (None, self.arm.tip) if self._has(link, place))}
            self._links = {**self._links, **{(task.function, link, task.axes): call for link in same}}

    def _has(self, link: str | None, place: object) -> bool:
        return (link is None or link in self.arm.link_names) and self.arm.place_of(link) == place

    def forward_kinematics(self, q: ArrayLike, link: str | None = None, *, out: FloatArray | None = None) -> FloatArray:
        call = self._links.get(("pose", link, "base"))
        if call is not None:
            return call(q) if out is None else call(q, out=out)
        return _put(super().forward_kinematics(q, link), out)

    def jacobian(
        self, q: ArrayLike, link: str | None = None, axes: Axes = "base", *, out: FloatArray | None = None
    ) -> FloatArray:
        call = self._links.get(("jacobian", link, axes))
        if call is not None:
            return call(q) if out is None else call(q, out=out)
        return _put(super().jacobian(q, link, axes), out)

    def jacobian_rate(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        link: str | None = None,
        axes: Axes = "base",
        *,
        out: FloatArray | None = None,
    ) -> FloatArray:
        call = self._links.get(("jacobian_rate", link, axes))
        if call is not None:
            return call(q, qd) if out is None else call(q, qd, out=out)
        return _put(super().jacobian_rate(q, qd, link, axes), out)

    def bias_acceleration(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        link: str | None = None,
        axes: Axes = "base",
        *,
        out: FloatArray | None = None,
    ) -> FloatArray:
        call = self._links.get(("bias_acceleration", link, axes))
        if call is not None:
            return call(q, qd) if out is None else call(q, qd, out=out)
        return _put(super().bias_acceleration(q, qd, link, axes), out)


def _put(found: FloatArray, out: FloatArray | None) -> FloatArray:
    return found if out is None else put(found, out)
