"""The explicit models of the paper, and its tables."""

from .abbreviated import AbbreviatedModel
from .constants import PRINTED, printed_constants, table_constants
from .full import FullModel

__all__ = ["PRINTED", "AbbreviatedModel", "FullModel", "table_constants", "printed_constants"]
