"""Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986), proven and on ROS 2.

>>> from puma560_dynamics import load_arm, load_model
>>> model = load_model("generated", load_arm("akb1986"))
>>> model.gravity([0, 0, 0, 0, 0, 0])  # N·m, joints 1 to 6

Names are imported when they are used (PEP 562): the import of the package itself costs next to nothing.
"""

from .lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
