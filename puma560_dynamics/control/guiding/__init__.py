"""Hand guiding: a person leads the arm, which carries its own weight and resists only where it has to.

In: joint state, settings, the arm. Out: the torque of the term ``guiding``, and whether the arm is guided. Steps: walls
(`walls`, `plane_walls`) and hold (`hold`) → their sum with damping (`hand_guiding`) → mode with time-out and faults
(`guided_mode`) → fade from the torque of one mode to that of the other (`mode_fade`).
"""
