"""What tests of measurement share."""
