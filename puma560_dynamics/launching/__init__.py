"""Pieces of the launch files in launch/: arguments, description, controllers, nodes, views.

Known by launch files alone; `attached_joints`, `describe`, `held_signals` and `quiet_start` are free of launch, the
rest needs launch and launch_ros.
"""
