"""Writers of robot descriptions: URDF, xacro macro, MuJoCo model, ros2_control block.

In: an `Arm`. Out: XML text whose link frames are the paper's; `mjcf` also carries what URDF cannot (armature,
friction).
"""
