"""The live page: the arm in 3-D, torque against its limits, terms, residual, gate. Independent of ROS.

In: snapshots of what the nodes publish, and a robot description. Out: a page that viser serves, only at an address
that may be bound. Steps: description read in a separate process → drawn robot; snapshot → headline and panel → page.
"""
