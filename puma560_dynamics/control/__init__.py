"""The torque loop: from a joint state to a torque. No ROS and no clock; time is an argument.

In: joint states, a reference or trajectory, settings, and a model with `models.interface`. Out: one torque per joint
that may be sent, or a trajectory with effort at its points. Steps: `joint_state_reader` → `gate/` checks the state →
`feed_forward/` computes the torque → `gate/` limits and fades it; `torque_loop` connects them. `observer/` compares
measured with computed torque; `trajectory/` adds effort to trajectories instead.
"""
