"""Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986), proven and on ROS 2.

>>> from puma560_dynamics import load_arm, load_model
>>> model = load_model("full", load_arm("akb1986"))
>>> model.gravity([0, 0, 0, 0, 0, 0])  # N·m, joints 1 to 6

Names are imported when they are used (PEP 562): the import of the package itself costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arm import Arm, arm_names, load_arm
    from .errors import Puma560Error
    from .models.interface import DynamicModel, OperationCount, Terms
    from .models.load import MODEL_KINDS, load_model

__version__ = "0.1.0"

_MODULES = {
    "Arm": ".arm",
    "arm_names": ".arm",
    "load_arm": ".arm",
    "Puma560Error": ".errors",
    "DynamicModel": ".models.interface",
    "OperationCount": ".models.interface",
    "Terms": ".models.interface",
    "MODEL_KINDS": ".models.load",
    "load_model": ".models.load",
}
"""Module of each public name."""

__all__ = [
    "MODEL_KINDS",
    "Arm",
    "DynamicModel",
    "OperationCount",
    "Puma560Error",
    "Terms",
    "__version__",
    "arm_names",
    "load_arm",
    "load_model",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
