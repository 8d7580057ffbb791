"""Forward dynamics in time: simulated motion with its energy (section 4 of the paper), and the simulated robot.

In: an arm or a model, a law of torque. Out: motion with energy accounted for, compared with other engines; and a
plant by MuJoCo, which shares no code with our models, with servo, brakes and lock-step for the nodes.
"""
