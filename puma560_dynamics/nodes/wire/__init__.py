"""Adapters between ROS and the package that the nodes share: messages, parameters, clocks, diagnostics, spinning.

In: messages (decoded from their bytes where it is faster), parameters, the graph. Out: arrays, settings and stamps
for the folders without ROS, and messages from their results. Modules named ``lock_step_…`` are only for simulation,
modules named ``trajectory_…`` only for the trajectory node.
"""
