"""Pages of a replay and of two compared replays; each page is a single file.

In: an `Analysis`. Out: HTML with figures that can be zoomed, whose signals are packed into the page.
"""

from .compare_page import comparison_page, write_comparison
from .replay_page import replay_page, write_report

__all__ = ["comparison_page", "replay_page", "write_comparison", "write_report"]
