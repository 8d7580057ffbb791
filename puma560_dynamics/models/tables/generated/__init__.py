"""Written by `tools.generate.akb_tables` from the tables; do not edit."""
