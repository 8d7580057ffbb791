"""Geometry of what is drawn about the arm: torque gauges, centers of mass, inertia ellipsoids. Independent of ROS."""
