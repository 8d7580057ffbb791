"""The test by identities distinguishes a right line from a wrong one."""

from __future__ import annotations

import pytest

from puma560_dynamics.papers.burdick.appendix import CENTRIPETAL, ELEMENTS, GRAVITY, NOT_ZERO, RELATIONS, holding
from puma560_dynamics.papers.burdick.errata import ERRATA, corrected_constants

LINES = [line for part in (ELEMENTS, CENTRIPETAL, RELATIONS) for line in part.strip().splitlines()]


@pytest.mark.parametrize("line", LINES)
def test_every_line_counts(line: str):
    """As it stands it holds; with one term more it does not."""
    assert holding(line, {})[0].agrees
    assert not holding(f"{line} + Izz6*s5", {})[0].agrees


def test_each_correction_is_needed():
    assert all(row.agrees for row in holding(GRAVITY, corrected_constants()))
    for name in corrected_constants():
        others = {key: text for key, text in corrected_constants().items() if key != name}
        assert not all(row.agrees for row in holding(GRAVITY, others))


def test_errata_are_of_this_paper():
    assert {erratum.proof for erratum in ERRATA} == {"model", "text"}
    assert all(erratum.fault in ("scan", "print", "unknown") for erratum in ERRATA)
    assert len(set(NOT_ZERO.split())) == 19
