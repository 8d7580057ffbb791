"""Model payloads on the last link: as data, as a separate model, and added to any model.

Input: mass, center of mass and inertia in the frame of a link. Output: a `Payload` in the arm's last frame, its
dynamics by partial velocities (`PayloadModel`), and its sum with a model of the paper's tables (`WithPayload`).
"""
