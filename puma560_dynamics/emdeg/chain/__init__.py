"""A serial chain: joints by modified Denavit-Hartenberg steps, rigid bodies, angles, inertial gauge.

In: frames and bodies of a reader. Out: a `Chain`, its link angles and groups of parallel axes, and the equivalent
chains that the search may start from (bodies exchanged along an axis, frames slid along it).
"""
