"""Files that a launch writes for the processes it starts; gone when it ends."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from launch import Action, LaunchContext
from launch.actions import OpaqueFunction, RegisterEventHandler
from launch.event_handlers import OnShutdown


class Scratch:
    """A folder that is made when it is needed."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def file(self, name: str, text: str) -> str:
        """Write a file; its path."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="puma560_"))
        path = self._folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def removed_at_the_end(self) -> Action:
        """An action that has the folder removed when the launch shuts down."""

        def act(context: LaunchContext) -> None:
            self.remove()

        return RegisterEventHandler(OnShutdown(on_shutdown=[OpaqueFunction(function=act)]))

    def remove(self) -> None:
        """Remove the folder."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
