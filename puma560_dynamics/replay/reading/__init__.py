"""From a recording to samples of one arm: which topic is what, messages in the arm's joint order.

In: bags or tables. Out: blocks of samples of bounded size, whatever state the files are in. Steps: roles of topics →
readers of messages → joint names → collector. `to_bag` writes samples back.
"""
