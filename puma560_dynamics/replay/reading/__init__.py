"""Reading of a recording: choice of topics, and conversion of messages to samples in the arm's joint order.

In: bags or tables, which may be damaged. Out: blocks of samples of bounded size. Steps: roles of topics → readers of
messages → joint names → collector. `to_bag` writes samples as a bag.
"""
