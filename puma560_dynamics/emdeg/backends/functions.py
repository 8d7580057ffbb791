"""The functions of one generated arm, in C or numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...arrays import FloatArray

Function = Callable[..., FloatArray]
"""Takes float64 arrays ``(n,)`` or ``(N, n)``, and ``out``."""


class Functions:
    """Derived functions as attributes, such as ``torque(q, qd, qdd, out=None)`` and ``gravity(q, out=None)``.

    Each takes one state, arrays ``(n,)``, or many, ``(N, n)``, float64, rows or columns contiguous; the
    result has the shape of one result, behind N for many, and the layout of the inputs. Whether numbers are
    finite is the caller's concern: what is not a number stays so.

    Attributes:
        language: ``"C"`` or ``"numpy"``.
        joints: n.
        signatures: function -> (names of its inputs, shape of its result).
        checked: ``checked(name, slow)`` is a function that computes finite, contiguous float64 arrays of one shape
            at once and calls `slow` with everything else; none in numpy.
    """

    def __init__(
        self,
        language: str,
        joints: int,
        signatures: Mapping[str, tuple[tuple[str, ...], tuple[int, ...]]],
        functions: Mapping[str, Function],
        checked: Callable[[str, Function], Function] | None = None,
    ) -> None:
        self.language = language
        self.joints = joints
        self.signatures = dict(signatures)
        self.checked = checked
        self.__dict__.update(functions)  # plain attributes: nothing stands between a call and the code

    @classmethod
    def of(cls, module: Any) -> Functions:
        """Return the functions of a compiled module."""
        functions = {name: getattr(module, name) for name in module.SIGNATURES}
        return cls("C", module.JOINTS, module.SIGNATURES, functions, module.checked)

    if TYPE_CHECKING:  # at run time it would cost every call 20 ns

        def __getattr__(self, name: str) -> Function: ...
