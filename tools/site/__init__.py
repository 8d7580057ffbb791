"""What the documentation site needs in addition to Sphinx and MyST; ``docs/conf.py`` uses it."""
