"""Questions to other processes through any rclpy node: the graph, a controller, the robot's description, joint states.

Out: an answer, or the reason why there is none in time. Launch files ask through launch's own node.
"""
