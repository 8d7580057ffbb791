"""Forward dynamics in time: simulated motion with its energy (section 4 of the paper), and the simulated robot.

In: an arm or a model, a law of torque. Out: motion with energy accounted for, compared with other engines; and a
plant by MuJoCo, which shares no code with our models, with servo, brakes and lock-step for the nodes.
"""

TOLERANCE = 1e-12
"""Error that a step may make, rad and rad/s, and relative: the energy of a swing drifts by about as much."""

SMALLEST_TOLERANCE = 3e-14
"""Below this rounding decides, and the integrator does not go there."""

LARGEST_TOLERANCE = 1e-3
"""Above this the energy balance means nothing."""
