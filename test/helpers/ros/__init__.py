"""What tests of ros share."""
