"""Child processes and signals of this machine; no ROS."""
