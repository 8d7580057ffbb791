"""What options alone refuse is refused before the modules of the command are imported."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics.cli import command
from puma560_dynamics.cli.command import main


@pytest.fixture(autouse=True)
def no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only options may be imported."""

    def only_options(name: str, package: str) -> ModuleType:
        assert name.startswith(".options."), f"{name} was imported before the refusal"
        return import_module(name, package)

    monkeypatch.setattr(command, "import_module", only_options)


def refusal(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 2
    return capsys.readouterr().err


LOADED = ["--loaded", "example"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no bag to identify from"),
        (["--held-out", "example"], "no bag to identify from"),
        (["example", "--held-out-columns", "rows=1:9"], "--held-out-columns is for"),
        (["example", "--load-mass", "2"], "--load-mass is for --unknown-gains"),
        (["example", "--unknown-gains"], "--unknown-gains takes recordings without a load"),
        (["example", "--unknown-gains", *LOADED], "its --load-mass above 0 kg"),
        (["example", "--unknown-gains", "--load-mass", "0", *LOADED], "its --load-mass above 0 kg"),
        (["--unknown-gains", "--load-mass", "2", *LOADED], "recordings without a load"),
        (["example", "--arm", "nobody"], "arm 'nobody' is not known"),
        (["example", "--arm", "stanford1983"], "slides"),
    ],
)
def test_identify(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refusal(["identify", *words], capsys)


def test_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "arm 'nobody' is not known" in refusal(["replay", "example", "--arm", "nobody"], capsys)
    assert "slides" in refusal(["replay", "example", "--arm", "stanford1983"], capsys)
    robot = tmp_path / "robot.urdf"
    robot.write_text(light_arm(fingers=False, last="prismatic"), encoding="utf-8")
    assert "slides" in refusal(["replay", "example", "--arm", str(robot)], capsys)


def test_what_is_in_order_goes_on_to_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("identify", "replay"):
        assert f".{name} was imported" in refusal([name, "example"], capsys)
