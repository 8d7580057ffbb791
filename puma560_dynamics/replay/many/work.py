"""What a worker does with one bag."""

from __future__ import annotations

import time
from pathlib import Path

from ...errors import Puma560Error
from ..settings import ReplaySettings
from .rows import BagRow


def analyse_bag(bag: str, key: str, settings: ReplaySettings) -> BagRow:
    """Analyse one bag; whatever goes wrong becomes a row with a sentence, since the others must go on."""
    from ..analyse import analyse
    from ..replay_json import analysis_row, plain

    began = time.perf_counter()
    try:
        values = plain(analysis_row(analyse([Path(bag)], settings)))
    except Puma560Error as error:
        return BagRow(bag, key, error=str(error), seconds=time.perf_counter() - began)
    except Exception as error:  # a defect of ours on one bag of thousands: listed, not fatal
        words = f"the analysis failed ({type(error).__name__}: {error}); please report it with the bag"
        return BagRow(bag, key, error=words, seconds=time.perf_counter() - began, again=True)
    return BagRow(bag, key, values, seconds=time.perf_counter() - began)
