"""`puma560 derive --abbreviate CRITERION`: any arm, every kind of file, and what is stated about the errors."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser
from helpers.derive_inputs import COUPLED_TABLE, PLANAR, ROOT, STANFORD, TABLE
from helpers.emdeg.c_library import library, needs_compiler, one

from puma560_dynamics import load_model
from puma560_dynamics.cli import abbreviated_derivation
from puma560_dynamics.cli.abbreviated_derivation import rounded_up
from puma560_dynamics.cli.command import main
from puma560_dynamics.emdeg import Abbreviated, Ranges, abbreviate
from puma560_dynamics.models.generated.generated_model import GeneratedAbbreviatedModel
from puma560_dynamics.models.sampling import torque_effect

TWO_LINK = str(ROOT / "examples" / "two_link.urdf")
MJCF = """<mujoco model="mj"><worldbody>
<body name="l1"><joint name="a" axis="0 0 1" armature="0.1" range="-90 90"/>
<inertial pos="0.2 0 0.01" mass="2" diaginertia="0.01 0.02 0.03"/>
<body name="l2" pos="0.5 0 0"><joint name="b" axis="0 1 0" range="-120 120"/>
<inertial pos="0.1 0.003 0.001" mass="1" diaginertia="0.01 0.02 0.03"/></body></body></worldbody></mujoco>"""


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(abbreviated_derivation, "MOVES", 5)
    monkeypatch.setattr(abbreviated_derivation, "ROUNDS", 50)


def python_module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("emitted", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@needs_compiler
def test_all_files_say_the_same_and_differ_from_the_exact_model_by_at_most_the_bound(derive, tmp_path: Path):
    data = derive("--abbreviate", "paper", "-o", str(tmp_path), "--name", "short", "--firmware")
    found = data["abbreviation"]
    assert [Path(path).suffix for path in data["files"]] == [".h", ".c", ".py", ".tex", ".txt"]
    assert (found["criterion"], found["terms"], found["kept"]) == ("paper", 535, 156)
    assert len(found["omitted"]) == 379
    ranges = Ranges(**{name: tuple(values) for name, values in found["ranges"].items()})
    q, qd, qdd = ranges.sample(300, 7)
    code = library(tmp_path, "short")
    torque = one(code.short_torque, [q, qd, qdd], 6)
    python = np.stack(python_module(tmp_path / "short.py").torque(q.T, qd.T, qdd.T, np), axis=-1)
    np.testing.assert_allclose(torque, python, rtol=1e-11, atol=1e-11)
    code.short_selftest.restype = ctypes.c_double
    assert code.short_selftest() < 1e-12
    error = np.abs(torque - load_model("full").torque(q, qd, qdd)).max(axis=0)
    bound = np.array([each["guaranteed"] for each in found["errors"]])
    assert (0.2 * bound < error).all() and (error <= bound).all()
    text, latex = ((tmp_path / f"short.{ending}").read_text(encoding="utf-8") for ending in ("txt", "tex"))
    assert "omitted terms: 379" in text and r"\paragraph{Omitted terms} 379 terms." in latex
    for name in ("short.h", "short.c", "short.py", "short.tex", "short.txt"):
        head = " ".join(re.sub(r"[*%\n]", " ", (tmp_path / name).read_text(encoding="utf-8")).split())
        assert "Abbreviated by the rule of Armstrong, Khatib and Burdick (1986)" in head
        assert "156 of 535 terms are kept" in head
        assert "The torque differs from the exact torque by at most" in head
        assert "proven, coefficient by coefficient" not in head


def test_the_command_and_load_model_make_the_same_model(derive, monkeypatch: pytest.MonkeyPatch):
    found = derive("--abbreviate", "paper", "--programs", "torque")["abbreviation"]
    model = load_model("generated_abbreviated", criterion="paper")
    assert isinstance(model, GeneratedAbbreviatedModel)
    assert len(model.abbreviation.kept.terms) == found["kept"]
    np.testing.assert_allclose(model.error_bound, [each["guaranteed"] for each in found["errors"]], rtol=1e-9)
    effect = torque_effect(model, load_model("full"))
    shares = [each["largest_fraction"] for each in found["errors"]]
    np.testing.assert_allclose(effect.share, shares, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("criterion", ["paper=10%,2%", "torque-error=0.05"])
def test_any_description_can_be_abbreviated(criterion: str, derive, tmp_path: Path):
    files = {"slider.yaml": TABLE, "arm.xml": MJCF}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for arm in (TWO_LINK, PLANAR, *(str(tmp_path / name) for name in files)):
        data = derive(arm, "--abbreviate", criterion, "--programs", "torque,gravity")
        found = data["abbreviation"]
        assert list(data["programs"]) == ["torque", "gravity"]
        assert len(found["omitted"]) >= found["terms"] - found["kept"] >= 0
        for each in found["errors"]:
            assert each["rms_fraction"] <= each["largest_fraction"] <= each["guaranteed_fraction"] * (1 + 1e-9)
        if criterion.startswith("torque"):
            assert max(each["largest_fraction"] for each in found["errors"]) < 1.2 * 0.05


def test_options_of_the_description_apply(derive):
    heavy, light = (
        derive(STANFORD, "--abbreviate", "paper", "--programs", "gravity", "--gravity", "0", "0", g)["abbreviation"]
        for g in ("-9.81", "-1.62")
    )
    bounds = [[each["guaranteed"] for each in found["errors"]] for found in (heavy, light)]
    assert bounds[0][1] > bounds[1][1]


def test_limits_that_are_assumed_are_named(tmp_path: Path, derive, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "slider.yaml"
    path.write_text(TABLE, encoding="utf-8")
    assert set(derive(str(path), "--abbreviate", "paper")["abbreviation"]["assumed_limits"]) == {"shoulder", "slide"}
    assert main(["derive", str(path), "--abbreviate", "paper", "--emit", "python", "-o", str(tmp_path)]) == 0
    words = "assumed, because the input has none: limits of shoulder, slide"
    assert words in " ".join(capsys.readouterr().out.split())
    assert words in " ".join((tmp_path / "slider.py").read_text(encoding="utf-8").split())


def test_the_terminal_shows_errors_and_the_largest_omitted_terms(capsys: pytest.CaptureFixture[str]):
    assert main(["derive", "--abbreviate", "paper", "--programs", "torque"]) == 0
    out = capsys.readouterr().out
    for words in (
        "156 of 535 terms are kept",
        "guaranteed",
        "joint6",
        "The exact torque takes",
        "the largest 10 of 379",
    ):
        assert words in out
    assert main(["derive", TWO_LINK, "--abbreviate", "paper", "--programs", "torque"]) == 0
    out = capsys.readouterr().out
    assert "16 of 16 terms are kept" in out and "Omitted terms" not in out


def test_a_model_with_more_calculations_than_the_exact_one_is_called_so(capsys: pytest.CaptureFixture[str]):
    assert main(["derive", STANFORD, "--abbreviate", "paper", "--programs", "torque"]) == 0
    assert "note: the exact torque takes fewer calculations" in capsys.readouterr().out


def test_the_word_after_the_option_may_be_the_arm(capsys: pytest.CaptureFixture[str]):
    assert main(["derive", "--abbreviate", TWO_LINK, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["arm"] == "two_link"
    assert data["points"] and "abbreviation" not in data


def test_forward_dynamics_that_would_be_wrong_are_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "nearly_singular.yaml"
    path.write_text(COUPLED_TABLE, encoding="utf-8")

    def without_a_11(*given: Any) -> Abbreviated:
        chosen = abbreviate(*given)
        terms = tuple(t for t in chosen.kept.terms if (t.kind, t.element) != ("a", (0, 0)) or not t.factors)
        kept = replace(chosen.kept, terms=terms)
        return replace(chosen, kept=kept, factored=kept.torque_system())

    monkeypatch.setattr(abbreviated_derivation, "abbreviate", without_a_11)
    assert main(["derive", str(path), "--abbreviate", "paper=0,0"]) == 2
    assert "not positive definite at some positions" in capsys.readouterr().err
    assert main(["derive", str(path), "--abbreviate", "paper=0,0", "--programs", "torque,gravity"]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--abbreviate", "papr"), "criterion 'papr' is not known; use paper"),
        (("--abbreviate", "paper=1"), "has 1 number"),
        ((TWO_LINK, "--abbreviate", STANFORD), "is not known; use paper"),
        (("--abbreviate", "paper", "--search", "3", "--rules"), "leave out --search, --rules"),
        (("--abbreviate", "paper", "--plot", "a.png"), "leave out --plot"),
        (("--abbreviate", "--emit", "c"), "give paper or torque-error=0.01, or leave out --emit"),
        (("--abbreviate", "paper", "--programs", "kinetic_energy"), "kinetic_energy: there is no abbreviated form"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]):
    assert main(["derive", *words]) == 2
    assert message in capsys.readouterr().err


def test_mimic_joints_are_refused(gripper: str, capsys: pytest.CaptureFixture[str]):
    path = Path(gripper).with_name("palletiser.urdf")
    path.write_text(palletiser(), encoding="utf-8")
    for words in (("paper",), ()):
        assert main(["derive", str(path), "--abbreviate", *words]) == 2
        assert "an abbreviated model has a coordinate and a torque for every moving link" in capsys.readouterr().err


@pytest.mark.parametrize("value", [0.8993, 0.0638, 1.0, 123.4, 9.999e-5, 0.0])
def test_a_bound_is_never_rounded_down(value: float):
    shown = float(rounded_up(value))
    assert value <= shown <= value * 1.011 + 1e-300
