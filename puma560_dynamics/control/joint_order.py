"""Put values of named joints into the arm's order, and refuse incomplete ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..arrays import FloatArray
from ..errors import MessageError, listed
from ..states import all_finite


class JointOrder:
    """Sorts the fields of joint messages into the order of `names`.

    Other names (of a gripper) are ignored. The order of the last message is stored, so that a message with
    the same names costs only one comparison.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._seen: tuple[str, ...] | None = None
        self._pick = np.arange(len(self.names))
        self._same = True

    def concerns(self, names: Sequence[str]) -> bool:
        """Return whether a message names any of these joints; a gripper's own message does not."""
        return tuple(names) == self._seen or any(name in self.names for name in names) or not names

    def fields(self, names: Sequence[str], **values: Sequence[float]) -> list[FloatArray]:
        """Return each of `values` as (n,) in the arm's order.

        Args:
            names: joint names as the message has them.
            values: fields of the message, e.g. ``position=message.position``.

        Raises:
            MessageError: a joint is missing or named twice, or a field has a wrong length or is not finite.
        """
        names = tuple(names)
        if names != self._seen:
            self._learn(names)
        result = []
        for field, numbers in values.items():
            if len(numbers) != len(names):
                raise MessageError(
                    f"{field} has {len(numbers)} entries for {len(names)} joint names; "
                    "expected one each, the message is not used"
                )
            array = np.array(numbers, dtype=np.float64)
            if not self._same:
                array = array[self._pick]
            if not all_finite(numbers if self._same else array.tolist()):
                bad = [name for name, value in zip(self.names, array, strict=True) if not np.isfinite(value)]
                raise MessageError(f"{field} of {', '.join(bad)} is not finite; the message is not used")
            result.append(array)
        return result

    def _learn(self, names: tuple[str, ...]) -> None:
        missing = [name for name in self.names if name not in names]
        if missing:
            raise MessageError(
                f"joints {', '.join(missing)} are missing among {listed(names) or 'no names'}; the message is not used"
            )
        twice = sorted({name for name in self.names if names.count(name) > 1})
        if twice:
            raise MessageError(f"joints {', '.join(twice)} are named twice; the message is not used")
        self._pick = np.array([names.index(name) for name in self.names], dtype=np.intp)
        self._seen, self._same = names, names == self.names
