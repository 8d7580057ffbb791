"""Written by `generate_code`; do not edit."""
