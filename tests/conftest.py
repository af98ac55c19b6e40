"""What every test stands on: Qt without a screen, and no deadlines."""

import os

from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


# A slow machine is no fault of the program.
settings.register_profile("fraydesk", deadline=None)
settings.load_profile("fraydesk")
