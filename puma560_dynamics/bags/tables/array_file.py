"""Tables from numpy's files: NPZ with named arrays, NPY with one."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BagError
from .in_memory import table_of
from .table import Table


def read_arrays(path: Path) -> Table:
    """Read a table from an NPZ file (arrays (N,) or (N, k) by name) or an NPY file (one array (N, C)).

    Arrays of an NPZ file that have another number of rows than most (a name, a sampling rate) are passed over.

    Raises:
        BagError: it cannot be read, has no such arrays, or holds Python objects.
    """
    try:
        with np.load(path, allow_pickle=False) as loaded:
            arrays: Any = {name: loaded[name] for name in loaded.files} if hasattr(loaded, "files") else None
    except (AttributeError, TypeError):  # an array is no context
        arrays = np.load(path, allow_pickle=False)
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        objects = "allow_pickle" in str(error)
        why = "it holds Python objects; save plain arrays" if objects else "it is damaged, or no file of numpy"
        raise BagError(f"{path} cannot be read: {why}") from None
    except OSError as error:
        raise BagError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    table = table_of(arrays, str(path), skip_other_lengths=True)
    return replace(table, kind="npz", path=path, size=path.stat().st_size)
