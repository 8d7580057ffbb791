"""The command in this process; what it has derived once is not derived again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from helpers.derive_inputs import GRIPPER
from helpers.trials import search

from puma560_dynamics.cli import derivation as derivation_module
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.derivation import Made, ShowShare, derivation
from puma560_dynamics.emdeg import Chain, Friction

Derive = Callable[..., dict]


@cache
def _one(chain: Chain, name: str, seed: int, friction: tuple[Friction, ...]) -> Made:
    (made,) = derivation(chain, [name], seed, friction=friction)
    return made


def _kept(
    chain: Chain,
    names: Sequence[str],
    seed: int,
    seconds: float,
    progress: ShowShare,
    friction: Sequence[Friction],
    tune: bool,
) -> list[Made]:
    if seconds or tune:
        return derivation(chain, names, seed, seconds, progress, friction, tune)
    return [_one(chain, name, seed, tuple(friction)) for name in names]


@pytest.fixture(autouse=True)
def keep_derivations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each program, independent of the others, is derived once for all tests of this folder, after a short search."""
    monkeypatch.setattr(derivation_module, "DEFAULT_EFFORT", search())
    monkeypatch.setattr(derivation_module, "derivation", _kept)


@pytest.fixture
def derive_anew() -> Callable[[], None]:
    """Forget what is kept."""
    return _one.cache_clear


@pytest.fixture
def derive(capsys: pytest.CaptureFixture[str]) -> Derive:
    """Run the command; its JSON."""

    def run(*arguments: str, code: int = 0) -> dict:
        assert main(["derive", *arguments, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def gripper(tmp_path: Path) -> str:
    """`GRIPPER` as a file."""
    path = tmp_path / "gripper.urdf"
    path.write_text(GRIPPER, encoding="utf-8")
    return str(path)
