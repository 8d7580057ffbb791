"""From sums over a recording to its verdict: every cause is fitted and ranked, and the result put in words."""
