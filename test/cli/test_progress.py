"""Progress waits two seconds, draws a bar on a terminal, prints lines elsewhere, and leaves no trace of the bar."""

from __future__ import annotations

import io
import threading
import time

import pytest

from puma560_dynamics.cli import progress as module
from puma560_dynamics.cli.progress import MAX_SILENCE_S, MIN_STEP_S, Pace, Progress, SilenceClock, duration, line


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No patience."""
    monkeypatch.setattr(module, "MAX_SILENCE_S", 0.01)
    monkeypatch.setattr(module, "LINE_PERIOD_S", 0.01)


def wait_for(stream: io.StringIO, words: str) -> str:
    """What the stream holds once `words` have been written to it."""
    end = time.monotonic() + 20.0
    while words not in stream.getvalue() and time.monotonic() < end:
        time.sleep(0.005)
    return stream.getvalue()


def test_quick_work_shows_nothing():
    for stream in (io.StringIO(), Terminal()):
        with Progress("counts", stream=stream) as progress:
            progress.update(0.5)
        assert stream.getvalue() == ""


class HandClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_first_message_appears_two_seconds_after_the_start():
    """However the time until then is divided between imports and steps."""
    clock = HandClock()
    silence = SilenceClock(clock)
    assert silence.wait() == MAX_SILENCE_S  # not the process of a command
    silence.start(clock.now)
    for spent in (0.0, 0.5, MAX_SILENCE_S - MIN_STEP_S):
        clock.now = 100.0 + spent
        assert clock.now + silence.wait() == pytest.approx(100.0 + MAX_SILENCE_S)
    clock.now = 100.0 + 2 * MAX_SILENCE_S
    assert silence.wait() == MIN_STEP_S  # a step that ends at once is not shown
    silence.seen()
    assert silence.wait() == MAX_SILENCE_S


def test_only_shown_progress_ends_the_silence():
    clock = HandClock()
    silence = SilenceClock(clock)
    silence.start(clock.now)
    clock.now += 1.0
    with Progress("loading", stream=io.StringIO(), silence=silence):
        pass
    assert silence.wait() == pytest.approx(MAX_SILENCE_S - 1.0)
    clock.now += MAX_SILENCE_S
    stream = io.StringIO()
    with Progress("reading", stream=stream, silence=silence):
        assert "reading" in wait_for(stream, "reading")  # after MIN_STEP_S
    assert silence.wait() == MAX_SILENCE_S


@pytest.mark.usefixtures("hasty")
def test_lines_without_a_terminal():
    stream = io.StringIO()
    with Progress("derivation", stream=stream) as progress:
        wait_for(stream, "puma560: derivation, 0 s so far\n")
        progress.update(0.2)
        progress.update(0.5, "torque: 281 calculations")
        text = wait_for(stream, "puma560: 50 %, torque: 281 calculations, 0 s so far\n")
    assert "derivation, 0 s so far\n" in text
    assert "50 %, torque: 281 calculations, 0 s so far\n" in text
    assert "\x1b" not in text


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("size", [None, 400_000_000])
def test_a_bar_on_a_terminal(size: int | None):
    stream = Terminal()
    with Progress("reading", size, stream) as progress:
        wait_for(stream, "reading")
        for share in (0.25, 0.5, 0.75):
            progress.update(share, "most of it")
            wait_for(stream, f"{100 * share:.0f} %")
        wait_for(stream, "left")
        text = wait_for(stream, "/s") if size else stream.getvalue()
        progress.say("the page is at http://127.0.0.1")
    assert "most of it" in text
    assert "left" in text
    assert ("/s" in text) == (size is not None)
    assert "http://127.0.0.1" in stream.getvalue()


@pytest.mark.usefixtures("hasty")
def test_the_thread_ends_with_the_work_also_after_an_error():
    stream = io.StringIO()
    with pytest.raises(ValueError, match="inside"), Progress("work", stream=stream):
        wait_for(stream, "work")
        raise ValueError("inside")
    assert not [thread for thread in threading.enumerate() if thread.name == "progress"]


def test_messages_are_kept_without_a_terminal():
    stream = io.StringIO()
    with Progress("work", stream=stream) as progress:
        progress.say("[kept] as it is")
    assert stream.getvalue() == "[kept] as it is\n"


@pytest.mark.usefixtures("hasty")
def test_nothing_is_printed_where_standard_error_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.stderr", None)
    with Progress("work") as progress:
        progress.say("done")
        time.sleep(0.03)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("share", "left", "words"),
    [
        (None, None, "puma560: x, 7 s so far"),
        (0.0, None, "puma560: 0 %, x, 7 s so far"),
        (0.25, 90.0, "puma560: 25 %, x, 7 s so far, about 1 min 30 s left"),
        (1.0, 0.0, "puma560: 100 %, x, 7 s so far"),
    ],
)
def test_a_line(share: float | None, left: float | None, words: str):
    assert line("x", share, 7.2, left) == words


def test_the_time_left_is_that_of_the_measured_part():
    """Half a minute of loading, then a job of 100 s: no estimate before it means something."""
    pace = Pace()
    assert pace.left(30.0, 0.0) is None
    pace.note(31.0, 0.01)
    assert pace.left(31.0, 0.01) is None
    pace.note(36.0, 0.06)
    assert pace.left(36.0, 0.06) is None
    assert pace.left(41.0, 0.11) == pytest.approx(89.0)
    assert pace.left(81.0, 0.51) == pytest.approx(49.0)
    assert pace.left(135.0, 1.01) == 0.0


def test_long_work_has_an_estimate_after_half_a_minute():
    pace = Pace()
    pace.note(1.0, 0.001)
    assert pace.left(30.0, 0.04) is None
    assert pace.left(32.0, 0.032) == pytest.approx(968.0)


def test_work_that_begins_again_is_measured_again():
    pace = Pace()
    pace.note(0.0, 0.5)
    pace.note(10.0, 0.1)
    assert pace.left(20.0, 0.3) == pytest.approx(35.0)


@pytest.mark.usefixtures("hasty")
def test_uneven_work_shows_its_step_without_a_percentage():
    for stream in (Terminal(), io.StringIO()):
        with Progress("search", stream=stream, even=False) as progress:
            wait_for(stream, "search")
            progress.update(0.5, "proof")
            text = wait_for(stream, "proof")
        assert "%" not in text and "left" not in text


@pytest.mark.usefixtures("hasty")
def test_a_bar_of_unknown_work_has_no_percentage():
    stream = Terminal()
    with Progress("fitting", stream=stream):
        assert "%" not in wait_for(stream, "fitting")


@pytest.mark.parametrize(("seconds", "words"), [(59.4, "59 s"), (60, "1 min 0 s"), (4210, "1 h 10 min"), (-1, "0 s")])
def test_durations(seconds: float, words: str):
    assert duration(seconds) == words
