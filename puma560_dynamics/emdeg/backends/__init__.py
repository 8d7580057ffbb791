"""Programs made callable: compiled C, numpy."""
