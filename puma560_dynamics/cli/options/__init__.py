"""Arguments of every command: one module a command of the tree's top, one function a command.

Only the standard library is imported here, so that a help text is immediate. Defaults and choices that follow from
other folders stand in `defaults.py`; a test compares them with those folders.
"""
