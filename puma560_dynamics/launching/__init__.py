"""Parts of the launch files in launch/: arguments, description, controllers, nodes, views.

In: launch arguments. Out: actions in the order in which they may start: description → ros2_control → controllers →
torque → views and recording. Only launch files use this folder. `describe`, `held_signals`, `installed_plugins` and
`recorded_bag` do not import launch; the other modules need launch and launch_ros.
"""
