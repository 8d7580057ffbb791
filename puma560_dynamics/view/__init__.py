"""The live page: the arm in 3-D, torque against its limits, terms, residual, gate. Independent of ROS.

In: snapshots of the nodes' messages, and a robot description. Out: a page that viser serves, by default only on this
machine. Steps: description read in a separate process → drawn robot; snapshot → headline and panel → page.
"""
