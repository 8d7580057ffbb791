"""What tests of demo share."""
