"""Our icons: line drawings recoloured to the scheme, crisp at the screen's own pixels."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QRectF
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QLabel

from desktop import assets
from desktop.window.widgets import theme
from desktop.window.widgets.basics import plain

Role = Literal["ink", "muted", "faint", "accent", "on_accent", "players", "good", "warn", "bad"]


def colour(role: Role) -> str:
    """The colour of a role in the scheme in force."""
    return str(getattr(theme.palette(), "accent_ink" if role == "accent" else role))


def pixmap(name: str, role: Role = "ink", size: int = 18, ratio: float = 1.0) -> QPixmap:
    """An icon of ``size`` logical pixels for a screen of this device pixel ratio."""
    return _draw(name, colour(role), size, ratio)


def icon(name: str, role: Role = "ink", size: int = 18) -> QIcon:
    """An icon for this screen; where it cannot be used it is fainter."""
    application = QGuiApplication.instance()
    ratio = application.devicePixelRatio() if isinstance(application, QGuiApplication) else 1.0
    made = QIcon(pixmap(name, role, theme.px(size), ratio))
    made.addPixmap(pixmap(name, "faint", theme.px(size), ratio), QIcon.Mode.Disabled)
    return made


def wear(
    wearer: QAbstractButton | QAction | QLabel, name: str, role: Role = "ink", size: int = 18
) -> None:
    """Shows an icon on a button, an action or a label, and keeps it in the scheme's colour."""
    worn = next((child for child in wearer.children() if isinstance(child, _Worn)), None)
    if worn is None:
        worn = _Worn(wearer)
        theme.notifier().changed.connect(worn.show)
    worn.name, worn.role, worn.size = name, role, size
    worn.show()


class _Worn(QObject):
    """Remembers which icon its parent wears."""

    name = ""
    role: Role = "ink"
    size = 18

    def show(self) -> None:
        wearer = self.parent()
        if isinstance(wearer, QLabel):
            ratio = wearer.devicePixelRatioF()
            wearer.setPixmap(pixmap(self.name, self.role, theme.px(self.size), ratio))
        elif isinstance(wearer, QAbstractButton | QAction):
            wearer.setIcon(icon(self.name, self.role, self.size))


@lru_cache(maxsize=1024)
def _draw(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    svg = theme.recoloured(assets.path("icons", f"{name}.svg").read_bytes(), colour)
    pixels = round(size * ratio)
    drawn = QPixmap(pixels, pixels)
    drawn.fill(QColor("transparent"))
    painter = QPainter(drawn)
    QSvgRenderer(QByteArray(svg)).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    drawn.setDevicePixelRatio(ratio)
    return drawn


def window_icon() -> QIcon:
    """The program's own mark."""
    return QIcon(str(assets.path("icons", "fraydesk.svg")))


def label(name: str, role: Role = "muted", size: int = 18) -> QLabel:
    """An icon that stands by itself."""
    made = QLabel()
    plain(made)
    made.setFixedSize(theme.scaled(size, size))
    wear(made, name, role, size)
    return made
