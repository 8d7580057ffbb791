"""Reference trajectories, and the effort at their points for `joint_trajectory_controller`.

In: waypoints of a message, or a built-in motion. Out: a path with velocities, accelerations and effort, or a refusal.
Steps: waypoints → turns of continuous joints → least jerk → path within limits → effort → joined with what acts now.
"""
