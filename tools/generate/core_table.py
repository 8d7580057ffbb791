"""Generate ``controller/core/settings_table.h`` from the settings classes: ``python -m tools.generate.core_table``."""

from __future__ import annotations

from puma560_dynamics.controller.core_settings import CORE, settings_table

TABLE = CORE / "settings_table.h"
"""The file that is written."""

if __name__ == "__main__":
    TABLE.write_text(settings_table(), encoding="utf-8")
