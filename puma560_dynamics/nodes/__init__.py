"""Thin rclpy shells around the package, one node per file. Only this folder imports rclpy and messages.

In: topics, parameters and services. Out: commands, terms, diagnostics, markers, the live page. A node reads messages
with `wire/`, passes them with the time to `control` or another folder without ROS, and publishes the results. The
modules named ``run_…`` are the processes and steps of `puma560 run`.
"""
