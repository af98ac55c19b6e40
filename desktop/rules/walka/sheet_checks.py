"""The checks that are thrown from a sheet (walka-4, 8): ordinary, open and opposed tests."""

from desktop.rules.checks import Check, compared
from desktop.rules.text import Text, Words, in_terms
from desktop.rules.walka.checks import any_test, opposed_test
from desktop.rules.walka.commands import OpposedTest, Test


def _passed(amount: int) -> Words:
    return in_terms(*((Text("passed"), "zdany") if amount else (Text("failed"), "niezdany")))


def _points(amount: int) -> Words:
    said = Text("{count} success point", "{count} success points", count=amount)
    return in_terms(said, f"Punkty Sukcesu: {amount}")


NUMBERS = {"attributes.*": "attribute", "skills.*": "skill"}

CHECKS = (
    Check("test", Test, any_test, Text("Test"), "Test", "walka-4", NUMBERS, _passed,
          given={"way": "ordinary"}),
    Check("open_test", Test, any_test, Text("Open test"), "Otwarty Test", "walka-4", NUMBERS,
          _points, mark="success_points", succeeds=None, given={"way": "open"}),
    Check("opposed_test", OpposedTest, opposed_test, Text("Opposed test"), "Przeciwstawny Test",
          "walka-8", NUMBERS, compared, against="target"),
)  # fmt: skip
