"""What tests of launching share."""
