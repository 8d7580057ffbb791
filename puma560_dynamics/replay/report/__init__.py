"""HTML pages of a replay and of a comparison of two replays; each page is a single file.

In: an `Analysis`. Out: HTML with zoomable figures; the signals are compressed in the page.
"""

from .compare_page import comparison_page, write_comparison
from .replay_page import replay_page, write_report

__all__ = ["comparison_page", "replay_page", "write_comparison", "write_report"]
