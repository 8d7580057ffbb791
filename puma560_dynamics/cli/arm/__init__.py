"""Commands `puma560 arm …`: an arm file is checked, made from a robot description, or written as one.

`payload` also sets the load of a running node or controller.
"""
