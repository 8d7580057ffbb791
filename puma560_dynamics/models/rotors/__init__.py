"""Gyroscopic terms of the motors' spinning rotors, which the paper leaves out (section 5).

In: an arm that states how its rotors lie. Out: a separate model without gravity, and its sum with any other model.
"""
