"""Written by `generate` from the tables; do not edit."""
