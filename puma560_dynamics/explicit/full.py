"""The full explicit model: tables A2 and A4 to A7 of the paper."""

from typing import ClassVar

from .generated import full
from .table_model import TableModel


class FullModel(TableModel):
    """Every non-zero measured parameter, exact."""

    kind = "full"
    generated: ClassVar = full
