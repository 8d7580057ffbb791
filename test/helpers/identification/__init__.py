"""What tests of identification share."""
