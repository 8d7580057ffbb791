"""A replay on the terminal: the verdict first, the joint that is off, plain characters where there are no others."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from helpers.replay.analyses import EXAMPLES, example, no_samples, touched, wrong_payload
from rich.console import Console

from puma560_dynamics.check import Check
from puma560_dynamics.replay.replay_terminal import show_analysis, show_comparison
from puma560_dynamics.replay.side_by_side import compare_analyses
from puma560_dynamics.report.formatting import percent


def printed(name: str, encoding: str = "utf-8", width: int = 100, **options: Any) -> str:
    """What `show_analysis` prints."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    show_analysis(
        EXAMPLES[name](), options.get("checks", ()), Console(file=stream, width=width), options.get("written", ())
    )
    stream.seek(0)
    return stream.read()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_analysis_is_shown_without_nan(name: str) -> None:
    text = printed(name)
    assert EXAMPLES[name]().verdict.headline in text.splitlines()[1]
    assert not re.search(r"\b(nan|inf|None)\b", text)


def test_what_is_wrong_stands_in_it() -> None:
    text = printed("wrong_payload")
    assert re.search(r"joint2 +8\.57 +4\.6 %", text)
    assert "90 % of the residual explained by a payload of" in text
    assert "by a payload" not in printed("good")
    assert "! morning_run_0.mcap ends early" in text


def test_contacts_have_a_line_each() -> None:
    text = " ".join(printed("touched").split())
    assert "contact something touched the arm between 3.10 and 3.42 s, 14 ± 3 N·m at joint2" in text
    assert text.count("something touched the arm") == len(touched().contacts)
    assert "contact" not in printed("good")


def test_models_agree_to_rounding() -> None:
    assert re.search(
        r"exact models agree with Pinocchio to \de−\d+ of the maximum torque \(rounding\)", printed("good")
    )


def test_a_terminal_of_ascii_gets_every_line() -> None:
    text = printed("wrong_payload", "ascii", checks=[Check("rms ≤ 2 N·m", False, "3 N·m")])
    assert "!! The model does not fit" in text
    assert "!! rms <= 2 N*m" in text
    assert "?" not in text


def test_names_of_files_are_not_folded() -> None:
    path = Path("/a" * 100 + "/replay.html")
    assert str(path) in printed("good", width=60, written=[path])


def test_a_comparison_fits_a_terminal() -> None:
    stream = io.StringIO()
    show_comparison(compare_analyses(example(), wrong_payload()), Console(file=stream, width=80))
    assert re.search(r"joint2 .* worse *$", stream.getvalue(), re.M)
    assert "…" not in stream.getvalue()


def test_the_band_is_explained_where_there_is_one() -> None:
    assert "outside band: residual beyond twice" in printed("good")
    assert "outside band: residual beyond twice" not in printed("no_samples")


def test_a_comparison() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=120)
    show_comparison(compare_analyses(example(), wrong_payload()), console)
    show_comparison(compare_analyses(example(), no_samples()), console)
    text = stream.getvalue()
    band = wrong_payload().band
    assert band is not None
    beyond = percent(float(band.outside[1]))
    assert re.search(rf"joint2 +0\.147 N·m +8\.57 N·m +0 % +{re.escape(beyond)} +worse", text)
    assert "nothing to compare" in text
    assert "nan" not in text
