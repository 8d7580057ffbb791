"""From samples to motion: in order of time, cut at gaps, filtered, differentiated."""
