"""A load on the last link: as data, as a separate model, and on top of any other model.

In: mass, center of mass and inertia in the frame of a link. Out: a `Payload` in the arm's last frame, its dynamics by
partial velocities (`PayloadModel`), and `WithPayload`, the sum with another model.
"""
