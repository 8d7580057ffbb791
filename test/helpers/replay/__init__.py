"""What tests of replay share."""
