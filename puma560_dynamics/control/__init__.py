"""From a joint state to a torque; no ROS and no clock, time is an argument."""
