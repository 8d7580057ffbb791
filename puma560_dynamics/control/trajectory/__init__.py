"""Reference trajectories, and the effort that goes with their points."""
