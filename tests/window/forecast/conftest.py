"""Forecasts in tests are played by one thread of this process, and by no other processes."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from desktop.window.forecast.player import workers


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def make() -> Executor:
        return ThreadPoolExecutor(1)

    monkeypatch.setattr(workers, "make", make)
    monkeypatch.setattr(workers, "_executor", None)
    yield
    workers.stop()
