"""Reading and writing of recordings, independent of any arm and of rclpy.

In: rosbag2 bags (MCAP or SQLite, which may be compressed, truncated or damaged), or tables of numbers (`tables/`) with
the meaning of their columns (`columns/`). Out: raw messages, arrays of joint samples, and findings about parts that
could not be read. Steps: files → storage → raw messages → layout of a message → batches of arrays. `writer` writes bags
that ROS 2 can play.
"""
