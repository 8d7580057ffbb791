"""Pieces of the launch files in launch/: arguments, description, controllers, nodes, views.

Known by launch files alone; `describe` is free of launch, the rest needs launch and launch_ros.
"""
