"""Walker and Orin (1982)."""
