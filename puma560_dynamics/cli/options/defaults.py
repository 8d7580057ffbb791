"""Defaults and choices that follow from other folders, written out so that a help text needs none of them.

`test/cli/test_options.py` compares them with where they come from.
"""

ARM = "akb1986"
"""The arm where none is named."""

MODEL = "generated"
"""The model where none is named."""

MODELS = ("full", "abbreviated", "generated", "generated_abbreviated", "newton_euler", "pinocchio")
"""Names that `load_model` knows, for use on a PUMA 560."""

JUDGE = "pinocchio"
"""What the validator of a run judges by."""

DOMAIN = 56
"""ROS domain of a run."""

PORT = 8080
"""Of the live page."""

MEASURES = ("rms", "mae", "largest", "nrms", "bias", "lag", "outside", "residual_share", "pinocchio")
"""Figures of a replay that can be limited."""

CUT_OFF = 15.0
"""Hz, of the filter of recorded motion."""

LOWEST_CUT_OFF = 0.01
"""Hz."""

POSITION, VELOCITY, TORQUE, ACCELERATION = 0.6, 0.4, 0.7, 10.0
"""Shares of the arm's limits that an exciting motion uses, and rad/s²."""

TOLERANCE, SMALLEST, LARGEST = 1e-12, 3e-14, 1e-3
"""Of a step of a simulation, and what can be asked for."""

KINDS = ("c", "numpy", "latex", "table")
"""What `derive` writes."""

SNAP, WIDEST_SNAP = 1e-9, 0.1
"""rad, how close to a quarter turn an angle counts as one, and the largest that can be asked for."""

PAPERS = ("akb", "burdick", "kane_levinson")
"""Names of the papers."""
