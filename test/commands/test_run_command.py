"""How `puma560 run` ends: a signal is a signal, also where compiled code turned it into another error."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterator

import pytest

from puma560_dynamics.commands import run


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """The command sets handlers of its own; they are put back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize(
    ("number", "code", "word"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
)
@pytest.mark.parametrize("hidden", [False, True])
def test_a_signal_that_came_out_as_another_error(
    number: int, code: int, word: str, hidden: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def job(arguments: argparse.Namespace) -> int:
        try:
            os.kill(os.getpid(), number)
            signal.sigtimedwait([], 0.2)
        except BaseException:
            if not hidden:
                raise
            raise RuntimeError("Unable to convert call argument") from None
        return 0

    monkeypatch.setattr(run, "_run", job)
    assert run.run(argparse.Namespace(json=False)) == code
    assert word in capsys.readouterr().err


def test_an_error_without_a_signal_is_an_error(monkeypatch: pytest.MonkeyPatch):
    def job(arguments: argparse.Namespace) -> int:
        raise RuntimeError("broken")

    monkeypatch.setattr(run, "_run", job)
    with pytest.raises(RuntimeError, match="broken"):
        run.run(argparse.Namespace(json=False))
