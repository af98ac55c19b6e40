"""What every test stands on: Qt without a screen, and no test that looks at the clock."""

import os

from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

settings.register_profile("fraydesk", deadline=None)
settings.load_profile("fraydesk")
