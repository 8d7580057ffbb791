"""Payloads on the last link: as data, as a separate model, and added to any other model.

In: mass, center of mass and inertia in the frame of a link. Out: a `Payload` in the arm's last frame, its dynamics by
partial velocities (`PayloadModel`), and the sum with another model (`WithPayload`).
"""
