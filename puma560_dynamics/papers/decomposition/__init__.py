"""Section 3 of the paper: the model split into what depends only on the configuration and what does not."""
