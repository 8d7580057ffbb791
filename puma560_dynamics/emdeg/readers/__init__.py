"""Arms read from robot descriptions and tables: a source and a selection go in, a `Reading` with its chain comes out.

`formats` finds the reader of a source. `urdf_file` and `mjcf_file` give a `Description` of the whole robot;
`described_chain` takes the arm out of it: `held_joints` and `gripper` fix joints, `route` merges what is fixed (`tree`,
`mimic`), `axes` chooses the frames. `dh_file` and `read_dh` give the chain of a table.
"""
