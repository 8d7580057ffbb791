"""From sums over a recording to its verdict.

In: evaluated pieces of motion, agreement and uncertainty. Out: the likeliest causes and a `Verdict`. Steps: sums for
the columns of all causes → fits → ranking → words.
"""
