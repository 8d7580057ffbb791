"""Provide the explicit models of the paper, from its tables in the paper's notation (`text/`).

Input: an arm with the structure of the PUMA. Output: `FullModel` (tables A2, A4 to A7) and `AbbreviatedModel` (the ≈
expressions). Steps: text → expression trees → Python in `generated/` (by `tools.generate.akb_tables`) → elements →
torque.
"""

from .constants import PRINTED, printed_constants, table_constants
from .table_model import AbbreviatedModel, FullModel

__all__ = ["PRINTED", "AbbreviatedModel", "FullModel", "table_constants", "printed_constants"]
