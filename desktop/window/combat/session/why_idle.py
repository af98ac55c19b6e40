"""Why a behaviour did nothing, for the game master who told it to act."""

from __future__ import annotations

from desktop.rules.cast import enemies
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.widgets.language import in_words, tr

MOST_NAMED = 4


def why_nothing(session: FightSession, preferences: Preferences, actor: str) -> str:
    """What one who was to act by a behaviour could do, or why there is nothing."""
    one = session.fight.state[actor]
    possible, refused = [], []
    for option in session.options_of(actor):
        if option.why_not is None:
            possible.append(preferences.word(option))
        else:
            refused.append(in_words(option.why_not))
    if not possible:
        if not refused:
            return tr("{name} is not to act now.", name=one.name)
        return tr("{name} can do nothing now: {reason}.", name=one.name, reason=refused[0])
    if not enemies(session.fight.state, one):
        return tr("Nobody is left against {name}.", name=one.name)
    named = ", ".join(dict.fromkeys(possible[:MOST_NAMED]))
    words = {"name": one.name, "actions": named, "count": len(possible) - MOST_NAMED}
    if len(possible) > MOST_NAMED:
        return tr(
            "The behaviour would do nothing of what {name} can: {actions} and {count} more. "
            "Choose yourself.",
            **words,
        )
    return tr(
        "The behaviour would do nothing of what {name} can: {actions}. Choose yourself.", **words
    )


def why_no_others(session: FightSession, preferences: Preferences, actor: str) -> str:
    """Why nobody acted when all others were to, up to the next player."""
    one = session.fight.state[actor]
    if session.asks(one):
        return tr(
            "{name} is the players' to play. “Let it act” plays {name} once, “Played by” in the "
            "menu of the name always.",
            name=one.name,
        )
    return why_nothing(session, preferences, actor)
