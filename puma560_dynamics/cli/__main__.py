"""Entry point of ``python -m puma560_dynamics.cli``."""

import sys

from .command import main

sys.exit(main())
