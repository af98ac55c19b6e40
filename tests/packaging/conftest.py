"""The scripts of packaging/ are no package: their folder is put where Python looks."""

import sys
from pathlib import Path

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"

if str(PACKAGING) not in sys.path:
    sys.path.append(str(PACKAGING))
