"""The explicit models of the paper, and what its tables say."""

from .abbreviated import AbbreviatedModel
from .constants import PRINTED, constants, printed_constants
from .full import FullModel

__all__ = ["PRINTED", "AbbreviatedModel", "FullModel", "constants", "printed_constants"]
