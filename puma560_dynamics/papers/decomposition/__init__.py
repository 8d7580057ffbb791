"""Section 3 of AKB: the model split into what depends only on the configuration and what does not.

In: any explicit model. Out: rates of table 2, the error of elements that are held for several samples (`multirate`),
and the split running in two processes (`worker` evaluates elements, `processes` torque).
"""
