"""What every test stands on: Qt without a screen, and no test that looks at the clock."""

import gc
import os
from collections.abc import Generator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from tests.systems.installing import DATA_HOME

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["FRAYDESK_LANGUAGE"] = "C"  # whatever the locale of the machine

OF_NOBODY = TemporaryDirectory(ignore_cleanup_errors=True)
os.environ[DATA_HOME] = OF_NOBODY.name  # whatever systems somebody has added on the machine

settings.register_profile("fraydesk", deadline=None)
settings.load_profile("fraydesk")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and tests stay until the end: nothing of them is ever garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """The program's own application."""
    from desktop.window.app import Application

    return Application
