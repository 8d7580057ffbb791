"""The page of an identification, with plots and without."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.html_page import checked

pytest.importorskip("rosbags")
pytest.importorskip("cvxpy")

from puma560_dynamics import identify
from puma560_dynamics.identification.identification_page import identification_page

BAG = Path(__file__).parents[2] / "examples" / "pick_and_place"


def test_without_matplotlib_the_numbers_are_there_and_a_sentence_for_the_plots(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("matplotlib")
    found = identify(BAG)
    drawn = checked(identification_page(found))
    for module in ("matplotlib", "puma560_dynamics.report.svg", "puma560_dynamics.identification.identification_plots"):
        monkeypatch.setitem(sys.modules, module, None)
    text = identification_page(found)
    bare = checked(text)
    assert (drawn.tags.count("svg"), bare.tags.count("svg")) == (3, 0)
    assert bare.tags.count("table") == drawn.tags.count("table") > 0
    assert bare.verdicts == drawn.verdicts
    assert text.count("pip install &#x27;puma560_dynamics[report]&#x27;") == 1
