"""What `puma560 derive` refuses, each in one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.derive_inputs import BRANCHED, PLANAR, TABLE
from helpers.emdeg.missing_search import search_is_missing

from puma560_dynamics.cli import derivation as derivation_module
from puma560_dynamics.cli.command import main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--arm", "none.urdf"], "none.urdf: it cannot be read"),
        (["--arm", "branched.urdf"], "tip"),
        (["--arm", "akb1986.urdf"], "akb1986.urdf: it cannot be read"),
        (["--arm", PLANAR, "--hold", "nobody"], "nobody"),
        (["--arm", PLANAR, "--tip", "nobody"], "'nobody' is not a link"),
        (["--arm", "nobody"], "nobody"),
        (
            ["--arm", "akb1986", "--tip", "link3"],
            "akb1986: base, tip, hold, arguments, without and upright are only for",
        ),
        (["--gravity", "0", "0", "1"], "--gravity is for robot descriptions"),
        (["--arm", "table.yaml", "--hold", "slide"], "a table is one arm; leave out base, tip, hold"),
        (["--arm", PLANAR, "--tip", "nobody"], "planar_3r.urdf: tip 'nobody'"),
        (["--arm", "branched.urdf"], "branched.urdf: "),
        (["--arm", PLANAR, "--name", "2r", "--emit", "c"], "'2r' cannot be the name"),
        (["--arm", PLANAR, "--programs", "gravity", "--emit", "c", "-o", "table.yaml"], "table.yaml cannot be created"),
    ],
)
def test_bad_input_is_one_sentence(arguments, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(derivation_module, "derivation", lambda *_: pytest.fail("derived before the refusal"))
    Path("table.yaml").write_text(TABLE, encoding="utf-8")
    Path("branched.urdf").write_text(BRANCHED, encoding="utf-8")
    assert main(["derive", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("puma560: error: ")
    assert words in err
    assert err.count("\n") == 1


def test_without_the_compiled_search_another_model_is_named(capsys: pytest.CaptureFixture[str]):
    with search_is_missing():
        assert main(["derive", PLANAR, "--seed", "7"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "is not compiled" in err and "'newton_euler'" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--emit", "c++"], "expected some of c, python, numpy, jax, casadi, matlab, latex, table"),
        (["--programs", ","], "expected some of torque, gravity"),
        (["--search", "-1"], "expected a number from 0 to 86400 s"),
        (["--search", "nan"], "expected a number from 0 to 86400 s"),
        *((["--snap", value], "expected a number from 0 to 0.1 rad") for value in ("-1", "nan", "10", "inf", "x")),
        (["--gravity", "0", "0", "nan"], "expected a number, got 'nan'"),
    ],
)
def test_wrong_arguments(arguments, words: str, capsys: pytest.CaptureFixture[str]):
    assert main(["derive", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_measurement_without_a_compiler_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(derivation_module, "derivation", lambda *_: pytest.fail("derived before the refusal"))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["derive", "--arm", PLANAR, "--tune"]) == 2
    assert "no C compiler was found" in capsys.readouterr().err
