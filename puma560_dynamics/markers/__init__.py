"""Geometry of what RViz draws about the arm: torque gauges, centers of mass, inertia ellipsoids. Independent of ROS.

In: an arm, a pose and torques. Out: arcs, balls and ellipsoids with their colours, in link frames.
"""
