"""Feed-forward torque: from a state and a reference to the terms of the model, each switchable.

In: position, velocity, reference, payload. Out: torque by terms (gravity, inertia, velocity, friction), with fades
where a setting changes. Steps: reference check → followed reference → source of the acceleration → model → friction.
"""
