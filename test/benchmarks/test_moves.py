"""Whatever the way, every number of the inputs is read and every number of the result is written, once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import needs_compiler


@needs_compiler
@pytest.mark.parametrize(("read", "written"), [(6, 36), (18, 6), (1, 1), (5, 25)])
def test_all_numbers_are_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: int, written: int):
    from moves import WAYS, at_a_line, moves

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    given = at_a_line(np.random.default_rng(read).uniform(-2, 2, (read, 48)))
    expected = np.zeros((written, 48))
    for k in range(read):
        expected[k % written] += given[k]
    out = at_a_line(np.zeros((written, 48)))
    jobs = list(moves("memory", [given[: read // 2], given[read // 2 :]], out))
    assert len({job.name for job in jobs}) == len(WAYS)
    for job in jobs:
        out[:] = np.nan
        eval(job.code, dict(job.names))
        np.testing.assert_allclose(out, expected, rtol=1e-15, err_msg=job.name)


@needs_compiler
def test_columns_that_begin_within_a_line_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from moves import at_a_line, moves

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(ValueError, match="cache lines"):
        list(moves("memory", [at_a_line(np.zeros((2, 12)))], at_a_line(np.zeros((2, 12)))))


def test_the_fastest_way_counts():
    from moves import least
    from timing import Times

    times = Times({("memory", "one"): [3.0, 4.0, 5.0], ("memory", "other"): [9.0, 1.0, 2.0], ("torque", "one"): [1.0]})
    assert least(times, "memory") == 2.0


def test_an_array_is_moved_to_a_line_of_the_cache():
    from moves import at_a_line

    for count in range(1, 40):
        array = np.arange(3.0 * count).reshape(3, count)
        for given in (array, array.T):
            placed = at_a_line(given)
            assert np.array_equal(placed, given) and placed.flags.c_contiguous and placed.ctypes.data % 64 == 0
