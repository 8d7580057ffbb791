"""The callback of a timer that runs often: rclpy inspects its signature at every call, which is precomputed here."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Signature


class Tick:
    """Calls `call` without arguments.

    `inspect.signature` of a method takes as long as a small callback; of an object with ``__signature__`` next to
    nothing.
    """

    __signature__ = Signature()

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def __call__(self) -> None:
        self._call()
