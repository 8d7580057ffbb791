"""Writer of a Parquet table with every sample of a replay; units and settings are stored in the file's metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..extras import missing_dependency
from ..files import written_whole
from .motion.motion import Motion
from .replay_json import settings_json
from .settings import ReplaySettings

STATES = {"q": "rad", "qd": "rad_per_s", "qdd": "rad_per_s2", "effort": "Nm", "command": "Nm"}
"""Signals of `Motion` in every file, and the unit suffixes of their columns."""

SLIDING = {"rad": "m", "rad_per_s": "m_per_s", "rad_per_s2": "m_per_s2", "Nm": "N"}
"""Unit suffixes of a prismatic joint, by those of a revolute one."""

UNITS = {"rad": "rad", "rad_per_s": "rad/s", "rad_per_s2": "rad/s²", "Nm": "N·m",
         "m": "m", "m_per_s": "m/s", "m_per_s2": "m/s²", "N": "N", "s": "s"}  # fmt: skip
"""Unit suffixes of column names, and the text of the unit in the field's metadata."""


def import_pyarrow() -> ModuleType:
    """Return the pyarrow module, with its Parquet part.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise missing_dependency("a Parquet file", "pyarrow") from None
    module: ModuleType = pyarrow
    return module


class ParquetWriter:
    """Writes the samples of a replay to a Parquet file piece by piece, in order of time; each piece is a row group.

    Columns: ``time_s``, ``segment``, ``used``; for every joint ``joint1.q_rad``, ``.qd_rad_per_s``,
    ``.qdd_rad_per_s2``, ``.effort_Nm``, ``.command_Nm``; ``.published_gravity_Nm`` … for each published
    term; and ``.NAME_Nm`` for each torque that `add` receives; prismatic joints have m and N. Missing values are null.
    The metadata of each field contain its ``unit``. The metadata of the schema contain ``puma560_replay``: JSON with
    the name of the recording, the arm and the settings.

    Use the writer as a context manager: afterwards the file is complete, or does not exist if there was an error. If
    no piece was added, the file has no rows.

    Args:
        path: path of the file.
        arm: arm whose joint names begin the column names.
        settings: settings of the replay.
        name: name of the recording.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: pyarrow is not installed.
    """

    def __init__(self, path: Path, arm: Arm, settings: ReplaySettings, name: str = "") -> None:
        self._arrow = import_pyarrow()
        self._arm = arm
        about = {"recording": name, "arm": arm.name, "arm_source": arm.source, "settings": settings_json(settings)}
        self._about = {"puma560_replay": json.dumps(about, ensure_ascii=False)}
        self._stack = ExitStack()
        self._temporary = self._stack.enter_context(written_whole(path))
        self._writer: Any = None

    def add(self, motion: Motion, torques: Mapping[str, FloatArray]) -> None:
        """Append the samples of `motion` with computed torques by name, (N, n) N·m each.

        All calls must give torques of the same names.

        A replay gives ``model`` (the whole torque, friction included), the terms of `SWITCHED_TERMS`, and ``band``
        (half width of the uncertainty from tolerances alone).
        """
        arrow = self._arrow
        columns: dict[str, Any] = {
            "time_s": arrow.array(motion.time),
            "segment": arrow.array(np.full(motion.time.size, motion.segment, dtype=np.int32)),
            "used": arrow.array(motion.used),
        }
        signals = {(name, unit): getattr(motion, name) for name, unit in STATES.items()}
        signals.update(((f"published_{name}", "Nm"), values) for name, values in motion.terms.items())
        signals.update(((name, "Nm"), values) for name, values in torques.items())
        for joint, one in enumerate(self._arm.joints):
            for (name, unit), values in signals.items():
                column = f"{one.name}.{name}_{SLIDING[unit] if one.slides else unit}"
                columns[column] = arrow.array(np.ascontiguousarray(values[:, joint]), from_pandas=True)
        if self._writer is None:
            fields = [arrow.field(name, array.type, metadata=_unit(name)) for name, array in columns.items()]
            schema = arrow.schema(fields, metadata=self._about)
            self._writer = self._stack.enter_context(
                arrow.parquet.ParquetWriter(self._temporary, schema, compression="zstd")
            )
        self._writer.write_table(arrow.table(list(columns.values()), schema=self._writer.schema))

    def close(self) -> None:
        """Complete the file."""
        self.__exit__(None, None, None)

    def __enter__(self) -> ParquetWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is None and kind is None:
            none = np.zeros((0, self._arm.n))
            states = (np.zeros(0), none, none, none, none, none)
            self.add(Motion(0, *states, terms={}, used=np.zeros(0, dtype=bool)), {})
        self._stack.__exit__(kind, error, trace)


def _unit(column: str) -> dict[str, str] | None:
    """Return the field's metadata; `None` for a column without unit."""
    endings = sorted(UNITS, key=len, reverse=True)  # "m_per_s" also ends with "s"
    return next(({"unit": UNITS[ending]} for ending in endings if column.endswith(f"_{ending}")), None)
