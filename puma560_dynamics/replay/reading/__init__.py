"""From a recording to samples of one arm: roles of topics, and messages in the arm's joint order.

In: bags or tables, also damaged ones. Out: blocks of samples of bounded size. Steps: roles of topics → readers of
messages → joint names → collector. `to_bag` writes samples back.
"""
