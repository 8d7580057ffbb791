"""Section 3 of the paper: the model split into what depends on the configuration alone and what does not."""
