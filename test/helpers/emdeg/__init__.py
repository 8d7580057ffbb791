"""What tests of emdeg share."""
