"""Exact calculations without Python's search for cycles of garbage.

Terms, pairs and coefficients are many small tuples in dictionaries. They form no cycles, so reference counts free them;
the search for cycles took a third of the time of a derivation.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """Leave out the search for cycles in this process; a context or a decorator, which may be nested."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
