"""Every table, figure and claim of the three papers, computed again, with a verdict each."""
