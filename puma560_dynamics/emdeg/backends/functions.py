"""Functions that the generated code of an arm offers, the same in C and numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...arrays import FloatArray
from ..program.inputs import INPUTS_OF_JOINTS

Function = Callable[..., FloatArray]
"""Function of float64 arrays ``(n,)`` or ``(N, n)`` with an optional argument ``out``."""


class Functions:
    """Derived functions as attributes, such as ``torque(q, qd, qdd, out=None)`` and ``gravity(q, out=None)``.

    Inputs are float64 arrays ``(size,)`` for one state or ``(N, size)`` for many states, with contiguous rows or
    columns; the size is the number of joints n for positions, velocities, accelerations and torques. The result has the
    shape of the function's result, with a leading N for many states, and the memory layout of the inputs. Inputs are
    not checked for finite values: NaN gives NaN.

    Attributes:
        language: ``"C"`` or ``"numpy"``.
        joints: number of joints n.
        signatures: names of the inputs and shape of the result, by name of the function.
        sizes: number of elements of each input, by name of the function.
        checked: ``checked(name, slow)`` returns a function that computes finite, contiguous float64 arrays of equal
            shape directly, and calls `slow` for all other arguments; None in numpy. With ``checked(name, slow, last)``,
            an array ``(size,)`` is the last input of all states, which is then left out of the arguments.
        parts: ``parts(name, slow, type, shapes)`` returns such a function whose result, one-dimensional, is split into
            arrays of the given shapes, as a named tuple; None in numpy.
    """

    def __init__(
        self,
        language: str,
        joints: int,
        signatures: Mapping[str, tuple[tuple[str, ...], tuple[int, ...]]],
        functions: Mapping[str, Function],
        checked: Callable[..., Function] | None = None,
        parts: Callable[..., Callable[..., Any]] | None = None,
        sizes: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        self.language = language
        self.joints = joints
        self.signatures = dict(signatures)
        self.sizes = {name: (joints,) * len(inputs) for name, (inputs, _) in signatures.items()} | dict(sizes or {})
        self.checked = checked
        self.parts = parts
        self.__dict__.update(functions)  # plain attributes: a call has no overhead

    @classmethod
    def of(cls, module: Any) -> Functions:
        """Return the functions of a compiled module."""
        functions = {name: getattr(module, name) for name in module.SIGNATURES}
        return cls("C", module.JOINTS, module.SIGNATURES, functions, module.checked, module.parts, module.SIZES)

    def own_sizes(self, name: str) -> dict[str, int]:
        """Return the sizes of a function's inputs that do not have one element per joint, by name of the input."""
        sizes = zip(self.signatures[name][0], self.sizes[name], strict=True)
        return {given: size for given, size in sizes if given not in INPUTS_OF_JOINTS}

    if TYPE_CHECKING:  # at run time, __getattr__ would cost each call 20 ns

        def __getattr__(self, name: str) -> Function: ...
