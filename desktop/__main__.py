"""``python -m desktop``: the program, without an installed command."""

import sys

from desktop.cli import main

if __name__ == "__main__":
    sys.exit(main())
