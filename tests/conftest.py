"""What every test stands on: Qt without a screen, and no test that looks at the clock."""

import os

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["FRAYDESK_LANGUAGE"] = "C"  # whatever the locale of the machine

settings.register_profile("fraydesk", deadline=None)
settings.load_profile("fraydesk")


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """The program's own application."""
    from desktop.window.app import Application

    return Application
