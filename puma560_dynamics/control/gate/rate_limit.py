"""How fast a torque may change: growth is slow, removal towards the safe torque may be faster."""

from __future__ import annotations

from collections.abc import Sequence

NEAR = 0.999
"""Share of what growth allows up to which an aim is reached, whatever the rounding: removal is no slower."""


def limit_rate(last: float, aim: float, safe: float, growth: float, removal: float, dt: float) -> float:
    """The torque of one joint after `dt` seconds on the way from `last` to `aim`.

    A change counts as removal while it leads towards zero and towards the safe torque; every other change
    is growth. From 150 N·m to a gravity load of -46 N·m, the way to zero is removal, the rest is growth.

    Args:
        last: N·m that act.
        aim: N·m wanted.
        safe: N·m: the gravity load, or zero where the torque is to end.
        growth: N·m/s.
        removal: N·m/s, at least `growth`.
        dt: s, 0 or more.

    Returns:
        N·m; exactly `aim` where it is reached.
    """
    if last < 0.0:
        return -limit_rate(-last, -aim, -safe, growth, removal, dt)
    # Removal leads down to the knee: the safe torque if it lies between zero and `last`, else the nearer end.
    knee = 0.0 if safe < 0.0 else last if safe > last else safe
    goal = knee if aim < knee else last if aim > last else aim
    way = last - goal
    if way > removal * dt:
        return last - removal * dt
    # The rest of the time is growth, up or down.
    left = dt - way / removal
    step = growth * left if left > 0.0 else 0.0
    if aim > goal + step:
        return goal + step
    if aim < goal - step:
        return goal - step
    return aim


def limit_rates(
    last: Sequence[float],
    aim: Sequence[float],
    safe: Sequence[float],
    growth: Sequence[float],
    removal: Sequence[float],
    dt: float,
) -> tuple[list[float], list[int]]:
    """As `limit_rate`, joint by joint.

    Returns:
        n torques, N·m, and the indices of the joints whose aim is not reached.
    """
    limited: list[float] = []
    late: list[int] = []
    near = NEAR * dt
    for joint, (old, wanted, grows) in enumerate(zip(last, aim, growth, strict=True)):
        if -near * grows <= wanted - old <= near * grows:  # within the slower rate: no other case to distinguish
            limited.append(wanted)
            continue
        torque = limit_rate(old, wanted, safe[joint], grows, removal[joint], dt)
        if torque != wanted:
            late.append(joint)
        limited.append(torque)
    return limited, late


def straight(last: Sequence[float], aim: Sequence[float], limited: Sequence[float]) -> list[float]:
    """The torques on the straight line from `last` to `aim` (n, N·m) that no joint reaches before `limited`.

    Where `last` and `aim` are within limits that joints share, so is all that lies between them.
    """
    share = 1.0
    for old, wanted, torque in zip(last, aim, limited, strict=True):
        if wanted != old:
            share = min(share, (torque - old) / (wanted - old))
    if share >= 1.0:
        return list(aim)
    return [old + share * (wanted - old) for old, wanted in zip(last, aim, strict=True)]
