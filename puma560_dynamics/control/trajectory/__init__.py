"""Reference trajectories: effort at their points for `joint_trajectory_controller`, or references sampled from them.

In: waypoints of a message, or a built-in motion. Out: a path with velocities, accelerations and effort, or a refusal.
Steps: waypoints → turns of continuous joints → least jerk → path within limits → effort → joined with what acts now.
`followed_trajectory` gives references of such a trajectory instead: waypoints → spline → whole motion within limits →
the reference at a time.
"""
