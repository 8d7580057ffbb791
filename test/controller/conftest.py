"""The core and the model of the paper's arm, compiled once for each compiler."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from helpers.control.core_library import CXX, CoreLibrary, core_library, objects

from puma560_dynamics.arm import Arm


@pytest.fixture(scope="session")
def built(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """`built(compiler, *flags)`: the folder of the objects."""

    @cache
    def made(cxx: str, *flags: str) -> Path:
        folder = tmp_path_factory.mktemp("core")
        objects(folder, arm, cxx, *flags)
        return folder

    return made


@pytest.fixture(scope="session")
def library(arm: Arm, built: Callable[[str], Path]) -> CoreLibrary:
    """The core and the model of the paper's arm, by the first compiler; a module may need another library."""
    return core_library(built(CXX[0]), arm, CXX[0])
