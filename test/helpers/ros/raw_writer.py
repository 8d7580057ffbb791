"""Writes any bytes on any DDS topic, those of services included, as a program that is no node of ROS could.

rclpy prefixes names of topics; the middleware's own functions do not, where they are asked to leave the conventions of
ROS out. So they are called directly.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from rclpy.node import Node

_NAME = ctypes.pythonapi.PyCapsule_GetName
_NAME.restype, _NAME.argtypes = ctypes.c_char_p, [ctypes.py_object]
_POINTER = ctypes.pythonapi.PyCapsule_GetPointer
_POINTER.restype, _POINTER.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class _Time(ctypes.Structure):
    _fields_ = [("sec", ctypes.c_uint64), ("nsec", ctypes.c_uint64)]


class _Quality(ctypes.Structure):
    """`rmw_qos_profile_t`."""

    _fields_ = [
        ("history", ctypes.c_int), ("depth", ctypes.c_size_t), ("reliability", ctypes.c_int),
        ("durability", ctypes.c_int), ("deadline", _Time), ("lifespan", _Time), ("liveliness", ctypes.c_int),
        ("lease", _Time), ("avoid_ros_namespace_conventions", ctypes.c_bool),
    ]  # fmt: skip


class _Options(ctypes.Structure):
    """`rmw_publisher_options_t`."""

    _fields_ = [("payload", ctypes.c_void_p), ("unique", ctypes.c_int), ("more", ctypes.c_byte * 64)]


class _Allocator(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("allocate", "deallocate", "reallocate", "zero", "state")]


class _Bytes(ctypes.Structure):
    """`rmw_serialized_message_t`."""

    _fields_ = [
        ("buffer", ctypes.c_char_p), ("length", ctypes.c_size_t), ("capacity", ctypes.c_size_t),
        ("allocator", _Allocator),
    ]  # fmt: skip


def _library(*names: str) -> ctypes.CDLL:
    """The first of these that this process has loaded: a robot's rclpy has another one than that of PyPI."""
    loaded = {line.split()[-1] for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()}
    for name in names:
        for path in loaded:
            if Path(path).name.startswith(f"lib{name}.so"):
                return ctypes.CDLL(path)
    raise OSError(f"none of {', '.join(names)} is loaded")


class RawWriter:
    """A writer of one topic.

    Args:
        node: in whose participant.
        kind: type of message, for a service its ``Request``.
        topic: its name in DDS: ``rt/joint_states``, ``rq/feedforward_node/resetRequest``.
        latched: whether late readers get the last bytes.
    """

    def __init__(self, node: Node, kind: Any, topic: str, latched: bool = False) -> None:
        self._rmw = _library("rmw_implementation", "rmw_fastrtps_cpp")
        self._utils = _library("rcutils")
        of_node = _library("rcl").rcl_node_get_rmw_handle
        of_node.restype, of_node.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
        usual = _library("rmw").rmw_get_default_publisher_options
        usual.restype, usual.argtypes = _Options, []
        kind.__class__.__import_type_support__()
        support = kind.__class__._TYPE_SUPPORT
        quality = _Quality(history=1, depth=5000, reliability=1, durability=1 if latched else 2, liveliness=1)
        quality.avoid_ros_namespace_conventions = True
        make = self._rmw.rmw_create_publisher
        make.restype = ctypes.c_void_p
        make.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(_Quality), ctypes.POINTER(_Options),
        ]  # fmt: skip
        self._options = usual()
        self._node = of_node(node.handle.pointer)
        self._publisher = make(
            self._node, _POINTER(support, _NAME(support)), topic.encode(), ctypes.byref(quality),
            ctypes.byref(self._options),
        )  # fmt: skip
        assert self._publisher, topic
        self._write = self._rmw.rmw_publish_serialized_message
        self._write.argtypes = [ctypes.c_void_p, ctypes.POINTER(_Bytes), ctypes.c_void_p]
        self._count = self._rmw.rmw_publisher_count_matched_subscriptions
        self._count.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]

    @property
    def readers(self) -> int:
        """How many readers there are."""
        found = ctypes.c_size_t()
        self._count(self._publisher, ctypes.byref(found))
        return found.value

    def write(self, data: bytes) -> None:
        """Write bytes; what the middleware itself refuses to write is left out."""
        message = _Bytes(buffer=data, length=len(data), capacity=len(data))
        self._write(self._publisher, ctypes.byref(message), None)
        self._utils.rcutils_reset_error()

    def close(self) -> None:
        """Leave the graph."""
        end = self._rmw.rmw_destroy_publisher
        end.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        end(self._node, self._publisher)
