"""Signals in a page: every joint's columns in few bytes, from which the page's script makes numbers again.

A column's range is cut into 65 534 steps, far finer than a screen; neighbours differ by few of them, so that
differences, their low bytes apart from their high ones, compress well.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS = 65534
MISSING = 65535
"""Code of NaN."""


def packed(columns: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """Columns of equal length as data for JSON.

    Returns:
        ``names``; ``low`` and ``step`` of each column; ``count`` of rows; ``data``: codes of 16 bits, column by
        column, as differences from row to row modulo 65 536, all low bytes and then all high ones, compressed
        by gzip, in base64. A value is low + step × code, or NaN for `MISSING`.
    """
    values = np.array([np.asarray(column, dtype=np.float64) for column in columns.values()])
    finite = np.isfinite(values)
    low = np.where(finite.any(axis=1), np.where(finite, values, np.inf).min(axis=1, initial=np.inf), 0.0)
    high = np.where(finite.any(axis=1), np.where(finite, values, -np.inf).max(axis=1, initial=-np.inf), 0.0)
    step = np.where(high > low, (high - low) / STEPS, 1.0)
    codes = np.where(finite, np.round((np.where(finite, values, 0.0) - low[:, None]) / step[:, None]), MISSING)
    differences = np.diff(codes.astype(np.int32), axis=1, prepend=0).astype("<u2")
    planes = differences.ravel().view(np.uint8).reshape(-1, 2).T.tobytes()
    return {
        "names": list(columns),
        "low": low.tolist(),
        "step": step.tolist(),
        "count": values.shape[1],
        "data": gzip_base64(planes),
    }


def gzip_base64(data: bytes) -> str:
    """By gzip, in base64."""
    return base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
