"""Read the robot to draw in a separate process, so that no description can block or crash this process.

To draw a robot, meshes are loaded from the files that the description names, and shapes are divided into triangles.
The description determines how long this takes, and the libraries are not made for untrusted input.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from typing import IO

from ..errors import Puma560Error, UrdfError
from ..robot_xml import robot_root
from ..system.processes import PARENT, die_with_parent
from .drawn_robot import DrawnRobot, read_robot

LONGEST = 60.0
"""Longest time for a description, s; the PUMA takes about two, including the start of the process."""


class RobotReading:
    """A description that is being read.

    Args:
        description: text of a URDF.

    Raises:
        UrdfError: the description exceeds the bounds of `robot_xml`; no process is started.
    """

    def __init__(self, description: str) -> None:
        try:
            robot_root(description)
        except UrdfError as error:
            raise UrdfError(f"the robot description cannot be drawn: {error}") from None
        self._result: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # until `close`
        with tempfile.TemporaryFile() as text:
            text.write(description.encode(errors="replace"))
            text.seek(0)
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=text,
                stdout=self._result,
                env={**os.environ, PARENT: str(os.getpid())},
            )
        self._deadline = time.monotonic() + LONGEST

    def take(self) -> DrawnRobot | None:
        """Return the robot once it has been read; `None` until then.

        Raises:
            UrdfError: the description cannot be drawn, or takes longer than `LONGEST`.
        """
        code = self._process.poll()
        if code is None:
            if time.monotonic() < self._deadline:
                return None
            self.close()
            raise UrdfError(
                f"the robot description cannot be drawn within {LONGEST:g} s; use smaller meshes or fewer shapes"
            )
        if code != 0:
            self.close()
            reason = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            raise UrdfError(
                f"the robot description cannot be drawn: the process that read it ended with {reason}; check its "
                "meshes and numbers"
            )
        self._result.seek(0)
        result = pickle.load(self._result)  # written by `main` below
        self.close()
        if isinstance(result, DrawnRobot):
            return result
        raise UrdfError(str(result))

    def close(self) -> None:
        """End the process if it still runs."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._result.close()


class NewestRobot:
    """Reads one description at a time; of several waiting descriptions only the newest is read."""

    def __init__(self) -> None:
        self._waiting: str | None = None
        self._text = self._drawn = ""
        self._reading: RobotReading | None = None

    @property
    def busy(self) -> bool:
        """Return whether a description is being read or waits."""
        return self._reading is not None or self._waiting is not None

    def offer(self, description: str) -> None:
        """Read a description next, unless it equals the last one that was read without an error."""
        self._waiting = description

    def take(self) -> DrawnRobot | None:
        """Return each robot once after it has been read; `None` if no new robot is ready.

        Raises:
            UrdfError: the description cannot be drawn.
        """
        if self._reading is None:
            text, self._waiting = self._waiting, None
            if text is not None and text != self._drawn:  # a restarted publisher sends the same text
                self._text, self._reading = text, RobotReading(text)
            return None
        try:
            robot = self._reading.take()
        except UrdfError:
            self._reading = None
            raise
        if robot is not None:
            self._reading, self._drawn = None, self._text
        return robot

    def close(self) -> None:
        """End the reading process, if one runs."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None


def main() -> int:
    """Read a description from standard input, and write a `DrawnRobot`, or an error text, to standard output."""
    die_with_parent()
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # libraries print
    result: DrawnRobot | str
    try:
        result = read_robot(sys.stdin.buffer.read().decode())
    except Puma560Error as error:
        result = str(error)
    with output:
        pickle.dump(result, output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
