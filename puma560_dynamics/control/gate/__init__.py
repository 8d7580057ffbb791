"""The gate that every torque passes, and the guard that ends a torque whose node has died.

In: joint states, wanted torques, commands of others, settings. Out: a torque within limits and rates, the gate's
state and the faults that led to it. Steps: checks of a state (stamp, plausibility, consistency) → fault and reaction
→ target torque → limits → rate. `faults` defines the reaction to each fault, `timing` every time constant.
"""
