"""Conversion of recorded samples to motion: sorted by time, cut at gaps, filtered and differentiated.

In: blocks of samples. Out: pieces of motion with position, velocity, acceleration and effort at the same times, and
findings about samples that are not compared. Steps: clock → timeline → wrapped angles → segments → repeated states →
even grid → filter → jumps and brakes.
"""
