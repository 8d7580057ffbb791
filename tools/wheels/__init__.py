"""Build wheels for Linux on x86-64 and aarch64, check them, and try them in empty environments.

``python -m tools.wheels`` builds the source distribution, unpacks it, and builds every wheel from it: a wheel for
Python 3.10, one for 3.11, and one for 3.12 and newer (stable ABI), for each processor. The steps are `cross` (clang of
the package ``ziglang`` in place of the compiler of the interpreter), `build`, `check`. ``python -m
tools.wheels.trial`` installs the wheels as a user does and runs `smoke`. Nothing else here imports the package.
"""
