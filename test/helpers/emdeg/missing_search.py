"""An installation without a C++ compiler, where the generator's search is not compiled."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from puma560_dynamics.emdeg.simplify import search

NAME = "puma560_dynamics.emdeg.simplify._search"


@contextmanager
def search_is_missing() -> Iterator[None]:
    """The compiled search cannot be imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, NAME, None)
        search._compiled.cache_clear()
        yield
    search._compiled.cache_clear()
