"""Models that `emdeg` derives for an arm; those of the paper's arm are kept as text and as code."""
