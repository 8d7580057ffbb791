"""Figures of a run, without pyplot and windows; every function returns a `Figure`.

In: the record and summary of a run. Out: tracking, torque, residual and latency figures in one style.
"""

from .panels import SETTING_COLOURS, setting_colour
from .torque_figures import TERM_COLOURS, latencies, residuals, torques
from .tracking_figures import rms_bars, rms_picture, tracking, wanted_and_measured

__all__ = [
    "SETTING_COLOURS",
    "TERM_COLOURS",
    "latencies",
    "wanted_and_measured",
    "residuals",
    "rms_bars",
    "rms_picture",
    "setting_colour",
    "torques",
    "tracking",
]
