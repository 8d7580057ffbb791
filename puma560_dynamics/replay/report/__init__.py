"""The report of a replay, and that of two: pages that need no other file.

In: an `Analysis`. Out: HTML with figures that can be zoomed, whose signals are packed into the page.
"""

from .compare_page import comparison_page, write_comparison
from .replay_page import replay_page, write_report

__all__ = ["comparison_page", "replay_page", "write_comparison", "write_report"]
