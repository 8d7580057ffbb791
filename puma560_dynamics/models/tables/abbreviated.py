"""The abbreviated explicit model: the paper's ``≈`` expressions (1 % significance)."""

from typing import ClassVar

from .generated import abbreviated
from .table_model import TableModel


class AbbreviatedModel(TableModel):
    """The terms that the paper keeps, with coefficients of the given arm (or of table A3)."""

    kind = "abbreviated"
    generated: ClassVar = abbreviated
