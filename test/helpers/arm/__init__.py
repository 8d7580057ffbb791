"""What tests of arm share."""
