"""The main job: a simulated arm under three feed-forward settings, recorded, judged and shown. Independent of ROS."""
