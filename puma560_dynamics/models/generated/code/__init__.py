"""Written by `tools.generate.arm_code`; do not edit."""
