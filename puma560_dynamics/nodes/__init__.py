"""Thin rclpy shells, one node a file. The only place of this package that knows ROS."""
