"""A signal takes effect after what it must not cut through, and is not lost."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from puma560_dynamics.system.processes import signals_deferred


class Asked(BaseException):
    """What the handler raises."""


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Handlers that raise, as the command has them; put back afterwards."""

    def ask(number: int, frame: object) -> None:
        raise Asked(number)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_comes_at_the_end_and_not_as_another_error(number: signal.Signals):
    done = False
    with pytest.raises(Asked) as raised, signals_deferred():
        try:
            os.kill(os.getpid(), number)
        except BaseException:  # as compiled code does with an exception amid a conversion
            raise RuntimeError("Unable to convert call argument") from None
        done = True
    assert done
    assert raised.value.args == (number,)


def test_without_a_signal_nothing_is_raised():
    with signals_deferred():
        pass
    with pytest.raises(Asked):
        os.kill(os.getpid(), signal.SIGTERM)


def test_an_error_inside_is_not_hidden():
    with pytest.raises(ValueError, match="inside"), signals_deferred():
        raise ValueError("inside")


def test_in_another_thread_it_does_nothing():
    """Only the main thread has handlers."""
    errors: list[BaseException] = []

    def work() -> None:
        try:
            with signals_deferred():
                pass
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert errors == []
