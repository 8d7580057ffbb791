"""Thin rclpy shells, one node a file. Only this folder imports rclpy and messages."""
