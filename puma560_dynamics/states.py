"""Check arrays of joint positions, velocities, accelerations and torques."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import FloatArray
from .errors import StateError, listed

_PLAIN = (np.ndarray, list, tuple, float, int)
"""Types without column names, for a quick test."""


def column_names(values: Any) -> list[Any] | None:
    """Return the column names of a data frame, which label the last axis of its array.

    Args:
        values: any value; a data frame has ``columns`` (pandas, polars) or ``column_names`` (Arrow), a series has an
            ``index`` of strings.

    Returns:
        One name per column; None for values without names, such as arrays and frames with numbered columns.
    """
    if type(values) in _PLAIN:
        return None
    for attribute in ("column_names", "columns"):
        found = getattr(values, attribute, None)
        if found is not None and not callable(found):
            names = list(found)
            return None if names == list(range(len(names))) else names
    index = getattr(values, "index", None)  # subclasses of list have a method of this name
    if index is None or callable(index):
        return None
    names = list(index)
    return names if any(isinstance(name, str) for name in names) else None


def in_joint_order(name: str, array: FloatArray, names: Sequence[Any], joints: Sequence[str]) -> FloatArray:
    """Sort the columns of an array into the order of the joints.

    Args:
        name: name of the array, for messages.
        array: (…, n), one column for each of `names`.
        names: names of the columns.
        joints: names of the arm's joints; empty if they are not known.

    Returns:
        (…, n), one column for each of `joints`.

    Raises:
        StateError: the column names are not the names of the joints, each once.
    """
    if not joints:
        raise StateError(
            f"{name}: its columns have names ({listed(names)}), and joints have none here; give an array, "
            "one column per joint"
        )
    strange = [column for column in names if column not in joints]
    missing = [joint for joint in joints if joint not in names]
    if strange or missing or len(names) != len(joints):
        wrong = [f"{listed(strange)} {'is' if len(strange) == 1 else 'are'} no joint of the arm"] if strange else []
        wrong += [f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"] if missing else []
        raise StateError(
            f"{name}: among its columns {' and '.join(wrong) or 'a joint is there twice'}; give one per joint, in any "
            f"order: {listed(joints)}"
        )
    places = [names.index(joint) for joint in joints]
    return array[..., places]


LARGEST = 1e9
"""Largest magnitude of a plausible number in a message: rad, rad/s, rad/s², and SI units of a payload.

A continuous joint at 10 rad/s reaches 1e9 rad after three years; a float64 position then still has a resolution of
1.2e-7 rad, a thousandth of the smallest tolerance of any check. Velocities in encoder counts are below this limit, so
that they are reported as a wrong unit. Squares, products and differences of such numbers are finite.
"""

_LONGEST = 80
"""Maximum length of a value in a message, characters."""


def joint_array(name: str, values: ArrayLike, n: int, joints: Sequence[str] = ()) -> FloatArray:
    """Convert `values` to float64 of shape ``(n,)`` or ``(N, n)``.

    The named columns of a data frame are sorted into the order of `joints`; a data frame is refused without `joints`.

    Raises:
        StateError: wrong shape, values that are no finite numbers or are masked, or column names that are no joints.
    """
    # Fast path: a single state in an array of the right type takes a third of the time.
    plain = type(values) is np.ndarray and values.dtype == np.float64 and values.shape == (n,)
    if plain and all_finite(values.tolist()):  # type: ignore[union-attr]
        return values  # type: ignore[return-value]
    array = _numbers(name, values, n, joints)
    if array.ndim not in (1, 2) or array.shape[-1] != n:
        raise StateError(f"{name}: expected shape (…, {n}), got {array.shape}; one column per joint")
    _refuse_infinite(name, array)
    return array


def _numbers(name: str, values: ArrayLike, n: int, joints: Sequence[str]) -> FloatArray:
    """Convert `values` to float64 of any shape; text, objects and complex numbers are refused."""
    names = column_names(values)
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        masked = np.atleast_1d(np.ma.getmaskarray(values))
        raise StateError(
            f"{name}: masked at {_indices(masked)}; expected numbers everywhere, drop that sample or fill it"
        )
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):  # lists of different lengths
        raise StateError(f"{name}: expected real numbers of shape (…, {n}), got {_shown(values)}") from None
    except RuntimeError as error:  # a PyTorch tensor that requires gradients
        reason = " ".join(str(error).split())[: 2 * _LONGEST].rstrip(" .")
        raise StateError(
            f"{name}: expected real numbers of shape (…, {n}), got {_shown(values)}, which gives no array ({reason}); "
            "convert it to a numpy array"
        ) from None
    if array.dtype.kind not in "fiu":
        what = f"an array of {array.dtype}" if isinstance(values, np.ndarray) else _shown(values)
        hint = "; take its real part" if array.dtype.kind == "c" else ""
        raise StateError(f"{name}: expected real numbers of shape (…, {n}), got {what}{hint}")
    array = np.asarray(array, dtype=np.float64)
    fits = names is not None and array.shape[-1:] == (len(names),)
    return in_joint_order(name, array, names, joints) if names is not None and fits else array


def _indices(wrong: NDArray[np.bool_]) -> str:
    """List the joint indices of the wrong entries of a (…, n) array."""
    bad = sorted({int(place[-1]) for place in np.argwhere(wrong)})
    return f"joint index {', '.join(map(str, bad))}"


def _shown(values: object) -> str:
    """Show values in one line, shortened if they are long."""
    text = " ".join(repr(values).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _refuse_infinite(name: str, array: FloatArray) -> None:
    if not _finite(array):
        where = _indices(~np.isfinite(np.atleast_1d(array)))
        raise StateError(f"{name}: not finite at {where}; expected finite numbers, drop that sample")


def broadcast_joint_arrays(n: int, values: Mapping[str, ArrayLike], joints: Sequence[str] = ()) -> list[FloatArray]:
    """Broadcast arrays to one shape ``(…, n)`` by numpy's rules; a single number applies to every joint.

    The last axis is the joints: its length must be n, also where numpy would broadcast a length of 1.
    The columns of a data frame are sorted into the order of `joints`, as by `joint_array`.

    Raises:
        StateError: shapes that cannot be broadcast or whose last axis is not n long, or as `joint_array`.
    """
    arrays = {name: _numbers(name, value, n, joints) for name, value in values.items()}
    for name, array in arrays.items():
        if array.shape[-1:] not in ((), (n,)):
            hint = f", or give {name} one number for all" if len(arrays) > 1 and array.shape[-1] == 1 else ""
            raise StateError(f"{name}: expected shape (…, {n}), got {array.shape}; one column per joint{hint}")
        _refuse_infinite(name, array)
    seen = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        raise StateError(f"expected shapes that numpy broadcasts to one, got {seen}; give one row per state") from None
    if shape[-1:] != (n,):
        raise StateError(f"expected shape (…, {n}) of at least one, got {seen}; one column per joint")
    return [np.ascontiguousarray(np.broadcast_to(array, shape)) for array in arrays.values()]


def broadcast_inputs(
    n: int, values: Mapping[str, ArrayLike], sizes: Mapping[str, int], joints: Sequence[str] = ()
) -> list[FloatArray]:
    """Broadcast the inputs of a function to a common number of states by numpy's rules.

    Args:
        n: number of joints.
        values: inputs by name: (…, n) for inputs of joints as for `broadcast_joint_arrays`, otherwise (…, size).
        sizes: sizes of the inputs that do not have one element per joint, by name.
        joints: names of the joints.

    Returns:
        Contiguous arrays, whose shapes differ only in the last axis.

    Raises:
        StateError: an input has a wrong shape, is not finite, or the shapes cannot be broadcast.
    """
    of_joints = {name: value for name, value in values.items() if name not in sizes}
    found = dict(zip(of_joints, broadcast_joint_arrays(n, of_joints, joints) if of_joints else (), strict=True))
    for name in values.keys() & sizes.keys():
        found[name] = array = _numbers(name, values[name], sizes[name], ())
        if array.shape[-1:] != (sizes[name],):
            raise StateError(f"{name}: expected shape (…, {sizes[name]}), got {array.shape}")
        if not _finite(array):
            raise StateError(f"{name}: expected finite numbers")
    seen = ", ".join(f"{name} {found[name].shape}" for name in values)
    try:
        leading = np.broadcast_shapes(*(array.shape[:-1] for array in found.values()))
    except ValueError:
        raise StateError(f"expected as many states in each input, got {seen}; give one row per state") from None
    arrays = (found[name] for name in values)
    return [np.ascontiguousarray(np.broadcast_to(array, (*leading, array.shape[-1]))) for array in arrays]


def joint_numbers(values: ArrayLike, n: int) -> list[float] | None:
    """Convert `values` to a list of n floats; return `None` if they are not n finite, unmasked numbers.

    For six numbers, plain floats are several times as fast as numpy's functions.
    """
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        return None
    try:
        numbers = values.copy() if isinstance(values, list) else np.asarray(values, dtype=np.float64).tolist()
        return numbers if len(numbers) == n and (math.isfinite(sum(numbers)) or all_finite(numbers)) else None
    except (TypeError, ValueError, RuntimeError):  # not numbers, or more than one dimension
        return None


def all_finite(numbers: Sequence[float]) -> bool:
    """Return whether every number is finite. A finite sum proves it in half the time."""
    return math.isfinite(sum(numbers)) or all(map(math.isfinite, numbers))  # the sum of large numbers may overflow


def measurable(numbers: Sequence[float]) -> bool:
    """Return whether every magnitude is at most `LARGEST`. A norm below it proves this in half the time."""
    return math.hypot(*numbers) <= LARGEST or all(-LARGEST <= each <= LARGEST for each in numbers)


def _finite(array: FloatArray) -> bool:
    return all_finite(array.tolist()) if array.ndim == 1 else bool(np.isfinite(array).all())


def joint_arrays(
    n: int, values: Mapping[str, ArrayLike], contiguous: bool = False, joints: Sequence[str] = ()
) -> list[FloatArray]:
    """Convert several arrays of equal shape as `joint_array` does; the results are in C order if `contiguous`.

    Raises:
        StateError: as `joint_array`, or the shapes differ.
    """
    arrays = [joint_array(name, value, n, joints) for name, value in values.items()]
    shape = arrays[0].shape
    for array in arrays:
        if array.shape != shape:
            seen = ", ".join(f"{name} {array.shape}" for name, array in zip(values, arrays, strict=True))
            raise StateError(f"expected one shape for all, got {seen}; give one row per state in each")
    return [np.ascontiguousarray(array) for array in arrays] if contiguous else arrays
