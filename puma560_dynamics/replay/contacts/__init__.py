"""Contacts in a recording: when something touched the arm, at which joints, and with which torque.

In: evaluated samples. Out: `Contact` events with a band, and the torque from which a contact is found. Steps: buckets
of the recording → stretches in which a joint can be judged → bumps → contacts of all joints together → sentences.
"""
