"""From samples to motion: in order of time, cut at gaps, filtered, differentiated.

In: blocks of samples. Out: pieces of motion with position, velocity, acceleration and effort at one time, and the
samples that are left out with the reason. Steps: clock → timeline → turns, jumps, brakes → segments → even grid →
filter.
"""
