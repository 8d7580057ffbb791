"""Causes of a residual: fitted, tested for what a robot can have, ranked, and reported in sentences.

In: a residual with the motion that it belongs to. Out: the likeliest causes with numbers and units. Steps: columns of
each cause → normal equations → fit of each cause alone → possible values → evidence → ranking → sentences.
"""
