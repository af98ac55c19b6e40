"""What every test stands on: Qt without a screen."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from hypothesis import settings

# A slow machine is no fault of the program.
settings.register_profile("fraydesk", deadline=None)
settings.load_profile("fraydesk")
