"""Write robot descriptions: URDF, xacro macro, MuJoCo model, ros2_control block.

Input: an `Arm`. Output: XML text in the link frames of the paper. `mjcf` also writes data that URDF cannot express
(armature, friction). `described_urdf` instead writes the numbers of an arm into the URDF that it came from.
"""
