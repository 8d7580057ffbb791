"""Read arms from robot descriptions and tables. Input: a source and a selection. Output: a `Reading` with a chain.

`formats` selects the reader of a source. `urdf_file` and `mjcf_file` return a `Description` of the whole robot, from
which `described_chain` extracts the arm: `held_joints` and `gripper` fix joints, `route` merges fixed links (with
`tree`), and `axes` chooses the frames. `dh_file` and `read_dh` return the chain of a Denavit-Hartenberg table.
"""
