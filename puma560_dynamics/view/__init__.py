"""A live page: the arm in 3-D, torque against its limits, terms, residual, gate. Independent of ROS."""
