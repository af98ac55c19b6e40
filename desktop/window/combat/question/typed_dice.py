"""Dice as they fell on the real table, typed key by key."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.dice import Dice, FaceNames
from desktop.window.widgets.language import tr


class TypedDice:
    """The dice of one throw while they are typed in.

    Up to nine sides each digit is a die. On a d10 the 0 is a ten, as on the die. With more sides a
    number ends with a space, a comma, or when no further digit could fit; on a d100 00 is a
    hundred. Faces with names are typed by their names: a card as ``♠A``, ``AS`` or ``10h``.
    """

    def __init__(self, missing: Sequence[Dice]) -> None:
        self.each = [dice for dice in missing for _ in range(dice.count)]
        self.sides = [dice.sides for dice in self.each]
        self.faces: list[int] = []
        self.begun = ""
        """The digits of a number that is not finished."""

    @property
    def full(self) -> bool:
        """Every die is there, when the last number counts as finished."""
        return len(self.faces) + bool(self._finished()) == len(self.sides)

    @property
    def empty(self) -> bool:
        """Nothing is typed yet."""
        return not self.faces and not self.begun

    @property
    def left(self) -> int:
        """How many dice are still to be typed."""
        return len(self.sides) - len(self.faces) - bool(self._finished())

    def dice(self) -> list[int]:
        """The dice that were typed."""
        last = self._finished()
        return [*self.faces, last] if last else list(self.faces)

    def names(self) -> list[str]:
        """The dice that were typed, as they are read off the table."""
        return [dice.name(face) for dice, face in zip(self.each, self.dice(), strict=False)]

    def takes(self, key: str) -> bool:
        """Whether a key can be part of what is typed now: letters only where faces have names."""
        if not key or key.isdecimal() or key in " ,;":
            return bool(key)
        dice = self._now()
        return key.isprintable() and dice is not None and dice.names is not None

    def _now(self) -> Dice | None:
        """The die that is typed now."""
        return self.each[len(self.faces)] if len(self.faces) < len(self.each) else None

    def type(self, key: str) -> str:
        """Takes a key; returns what is wrong with it, or nothing."""
        if key in " ,;":
            return self._end()
        dice = self._now()
        if dice is None:
            return tr("all the dice are there")
        if dice.names:
            return self._type_name(key, dice, dice.names)
        sides = dice.sides
        if sides <= 10:
            face = int(key) or (10 if sides == 10 else 0)
            if not 1 <= face <= sides:
                return _shows_no(f"d{sides}", key)
            self.faces.append(face)
            return ""
        if not self._fits(self.begun + key, sides):
            return _shows_no(f"d{sides}", self.begun + key)
        self.begun += key
        if not any(self._fits(self.begun + digit, sides) for digit in "0123456789"):
            return self._end()
        return ""

    def _type_name(self, key: str, dice: Dice, names: FaceNames) -> str:
        faces = names.typed(self.begun + key)
        if not faces:
            return tr("no {thing} begins with {typed}", thing=names.thing, typed=self.begun + key)
        self.begun += key
        # Typed to the end, unless more letters could make it another one.
        return self._end() if all(whole for _, whole in faces) else ""

    def backspace(self) -> bool:
        """Takes back the last digit; False when there is none."""
        if self.begun:
            self.begun = self.begun[:-1]
        elif self.faces:
            last = self.faces.pop()
            dice = self.each[len(self.faces)]
            self.begun = dice.name(last)[:-1] if dice.sides > 10 else ""
        else:
            return False
        return True

    def _end(self) -> str:
        if not self.begun:
            return ""
        face, dice = self._finished(), self.each[len(self.faces)]
        if not face:
            return _shows_no(dice.one, self.begun)
        if face in dice.gone or (dice.names and face in self.faces):
            begun, self.begun = dice.name(face), ""
            return tr("{face} is drawn already", face=begun)
        self.faces.append(face)
        self.begun = ""
        return ""

    def _finished(self) -> int:
        """The number that was begun, as a face; 0 when it is none."""
        if not self.begun:
            return 0
        names = self.each[len(self.faces)].names
        if names:
            return next((face for face, whole in names.typed(self.begun) if whole), 0)
        sides = self.sides[len(self.faces)]
        if sides == 100 and self.begun == "00":
            return 100
        face = int(self.begun)
        return face if 1 <= face <= sides else 0

    def _fits(self, digits: str, sides: int) -> bool:
        """Whether digits can be a face or the beginning of one."""
        if len(digits) > len(str(sides)):
            return False
        if digits[0] == "0":
            return sides == 100 and len(digits) <= 2
        return int(digits) <= sides


def _shows_no(die: str, face: str) -> str:
    return tr("a {die} does not show {face}", die=die, face=face)
