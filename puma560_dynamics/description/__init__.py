"""Robot descriptions written from an arm: URDF, xacro, MuJoCo model, ros2_control block."""
