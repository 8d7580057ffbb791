"""Commands `puma560 arm …`: check an arm file, make one from a robot description, or write it as a robot description.

The command `payload` sets the load of a running node or controller.
"""
