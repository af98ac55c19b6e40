"""Where the frozen program begins."""

import multiprocessing
import sys

from desktop.cli import main

if __name__ == "__main__":
    # A worker process of a simulation is this same program, started again.
    multiprocessing.freeze_support()
    sys.exit(main())
