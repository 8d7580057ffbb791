"""Extensions of Sphinx and MyST for the documentation site; ``docs/conf.py`` uses them."""
