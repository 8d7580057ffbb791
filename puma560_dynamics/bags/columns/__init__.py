"""What the columns of a table mean: which is the time, which a joint's position, in which unit, on which side."""
