"""Child processes, signals, clocks and load of this machine; no ROS.

Processes started here never outlive their parent. Only Linux is supported.
"""
