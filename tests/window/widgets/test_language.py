"""Days and moments as the chosen language writes them."""

from datetime import UTC, date, datetime

import pytest

from desktop.library.languages import spoken
from desktop.window.widgets import language


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "6 Nov 2026"), ("pl", "6 lis 2026"), ("cs", "6. 11. 2026"), ("ru", "6 нояб. 2026")],
)
def test_a_day_is_written_as_the_language_writes_it(code: str, said: str) -> None:
    before = language.chosen()
    language.use(spoken(code))
    try:
        assert language.day_in_words(date(2026, 11, 6)) == said
        assert language.date_and_time(datetime(2026, 11, 6, 12, tzinfo=UTC)).startswith(said)
    finally:
        language.use(before)
