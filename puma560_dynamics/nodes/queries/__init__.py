"""Queries of other processes through any rclpy node: the graph, a controller, the robot's description, joint states.

Out: an answer, or the reason why none has arrived in time. Launch files use launch's own node for the queries.
"""
