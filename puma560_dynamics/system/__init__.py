"""Child processes, and the clock, load and priorities of this machine; no ROS.

Processes started here never outlive their parent. Only Linux is supported.
"""
