"""Commands refuse what cannot be done before they begin what takes long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_model
from puma560_dynamics.cli.command import main
from puma560_dynamics.errors import UnphysicalArmError, UnsupportedArmError
from puma560_dynamics.models.generated.generated_model import GeneratedModel

Refusal = Callable[..., str]


@pytest.fixture
def robot(tmp_path: Path) -> str:
    """A robot description without rotors."""
    path = tmp_path / "robot.urdf"
    path.write_text(light_arm(fingers=False), encoding="utf-8")
    return str(path)


@pytest.fixture
def refusal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refusal:
    """The message with which a command refuses, before it calls the function `work` of the package."""

    def refused(work: str, *words: str) -> str:
        def called(*_: object, **__: object) -> None:
            pytest.fail(f"{work} was called before the refusal")

        with monkeypatch.context() as patch:
            patch.setattr(f"puma560_dynamics.{work}", called)
            assert main(list(words)) == 2
        return capsys.readouterr().err

    return refused


@pytest.mark.parametrize("name", ["pan 1", "pan: {a}", "1pan", "gelenkä"])
def test_a_controller_of_a_joint_whose_name_cannot_be_written(name: str, tmp_path: Path, refusal: Refusal) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(light_arm(fingers=False).replace('"pan"', f'"{name}"'), encoding="utf-8")
    words = ("controller", "--arm", str(path), "-o", str(tmp_path / "new"))
    assert "rename it in the arm file" in refusal("controller.model_package", *words)
    assert not (tmp_path / "new").exists()


def test_a_controller_of_coupled_motors(tmp_path: Path, refusal: Refusal) -> None:
    words = ("controller", "--arm", "puma560_coupled_wrist", "-o", str(tmp_path / "new"))
    assert "are coupled" in refusal("controller.model_package", *words)


def test_a_recording_to_compare_with_that_cannot_be_read(tmp_path: Path, refusal: Refusal) -> None:
    damaged = tmp_path / "damaged.mcap"
    damaged.write_bytes(b"no bag")
    words = ("replay", "example", "--compare", str(damaged), "--report", str(tmp_path / "page.html"))
    assert "damaged.mcap" in refusal("cli.replay._analyse", *words)
    (tmp_path / "page_compared.html").mkdir()
    assert "page_compared.html cannot be written" in refusal(
        "cli.replay._analyse", "replay", "example", "--compare", "example", "--report", str(tmp_path / "page.html")
    )


@pytest.mark.parametrize("command", ["identify", "replay"])
def test_a_recording_that_does_not_exist(command: str, refusal: Refusal) -> None:
    assert "nothere does not exist" in refusal(f"cli.{command}.chosen_arm", command, "nothere")


@pytest.mark.parametrize("use", [[], ["--loaded"], ["--held-out"]])
def test_one_of_several_recordings_to_identify_from_cannot_be_read(
    use: list[str], tmp_path: Path, refusal: Refusal
) -> None:
    damaged = tmp_path / "damaged.mcap"
    damaged.write_bytes(b"no bag")
    words = ("identify", "example", *use, str(damaged), "-o", str(tmp_path / "arm.yaml"))
    assert "damaged.mcap" in refusal("identification.from_bags.read_motion", *words)


def test_an_arm_without_possible_bodies(tmp_path: Path, refusal: Refusal, monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible(*_: object) -> None:
        raise UnphysicalArmError("no possible bodies")

    monkeypatch.setattr("puma560_dynamics.identification.prior.prior", impossible)
    words = ("identify", "example", "-o", str(tmp_path / "arm.yaml"))
    assert "no possible bodies" in refusal("identification.from_bags.read_motion", *words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--pose", "1", "2"], "--pose: expected 6 numbers"),
        (["--to", "1"], "--to: expected 6 numbers"),
        (["--torque", "1"], "--torque: expected 6 numbers"),
        (["--torque", "1e9", "0", "0", "0", "0", "0"], "is beyond"),
        (["--report", "none/page.html"], "there is no folder"),
    ],
)
def test_a_simulation_without_a_model(words: list[str], message: str, refusal: Refusal) -> None:
    assert message in refusal("models.load.load_model", "simulate", *words)


def test_rotors_that_are_not_known(robot: str, refusal: Refusal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GeneratedModel, "__init__", lambda *_: pytest.fail("a model was made before the refusal"))
    with pytest.raises(UnsupportedArmError, match="the axes of its rotors"):
        load_model("generated", robot, gyroscopic=True)
    assert "the axes of its rotors" in refusal("papers.rotors.gyroscopic_size", "paper", "gyroscopic", "--arm", robot)


def test_files_that_cannot_be_written(tmp_path: Path, refusal: Refusal) -> None:
    (tmp_path / "motion.yaml").mkdir()
    (tmp_path / "a.svg").mkdir()
    lost = str(tmp_path / "none" / "page.html")
    motion = ("-o", str(tmp_path / "motion.yaml"))
    assert "it is a folder" in refusal("identification.excitation.excite", "excite", *motion)
    assert "there is no folder" in refusal("papers.collect.settled", "paper", "claims", "--report", lost)
    plot = ("--plot", str(tmp_path / "a.svg"))
    assert "it is a folder" in refusal("papers.decomposition.multirate.holding_error", "paper", "multirate", *plot)
    assert "it is a folder" in refusal("cli.abbreviate.exact_operations", "derive", "--abbreviate", *plot)


def test_times_of_models_that_do_not_fit_the_arm(robot: str, refusal: Refusal) -> None:
    words = ("paper", "multirate", "--arm", robot, "--model", "newton_euler", "--measure")
    assert "the explicit PUMA 560 model" in refusal("papers.decomposition.multirate.holding_error", *words)
