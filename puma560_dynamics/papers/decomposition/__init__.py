"""Section 3 of AKB: decomposition of a model into elements that depend only on the configuration, and products.

In: any explicit model. Out: rates of table 2, the torque error of elements that are held for several samples
(`multirate`), and measurements with two processes (`worker` evaluates elements, `processes` torques).
"""
