"""Verdict of a recording from sums over its samples.

In: evaluated pieces of motion, agreement and uncertainty. Out: the likeliest causes and a `Verdict`. Steps: sums over
the columns of all causes → fits → ranking → sentences.
"""
