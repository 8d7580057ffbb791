"""Merge a payload into the chain that the generator derives, in exact numbers."""

from __future__ import annotations

from ...emdeg import Body, Placement, Reading
from .payload import MODEL_FRAME, Payload, check_end_link


def loaded_reading(reading: Reading, payload: Payload, given: Payload | None = None) -> Reading:
    """Return a reading of an arm whose last link carries a payload.

    Args:
        reading: an arm, from a robot description, a Denavit-Hartenberg table or an arm file.
        payload: the payload in the frame of its link; without mass for none. For an arm file, in the model's last frame
            (`placed_payload`), because such a reading does not contain the frames of links.
        given: the payload as it was given, in the frame of its link, for the remark; `payload` by default.

    Returns:
        The reading with the payload merged into the last body of its chain, and a remark on it.

    Raises:
        StateError: the payload's link is not fixed to the last link of the arm.
    """
    if payload.mass == 0.0:
        return reading
    last, tip = reading.chain.n, reading.chain.frames[-1]
    places = {f"link{last}": Placement()}
    if reading.chain.link_frames is not None:
        places = {link.name: link.pose for link in reading.chain.links.links if link.carrier == last}
    known = {"": tip, **places, MODEL_FRAME: Placement()}
    if payload.link not in known:
        check_end_link(payload.link, places)
    i = payload.inertia.tolist()
    body = Body(
        payload.mass,
        tuple(payload.center_of_mass.tolist()),
        (i[0][0], i[1][1], i[2][2], i[0][1], i[0][2], i[1][2]),
    )
    shown = given or payload
    center = ", ".join(f"{x:g}" for x in shown.center_of_mass.tolist())
    frame = {"": "the tip", MODEL_FRAME: f"joint {last}"}.get(shown.link, shown.link)
    remark = f"the last link carries a load of {payload.mass:g} kg, center of mass ({center}) m in the frame of {frame}"
    return reading.with_load(body, known[payload.link], remark)
