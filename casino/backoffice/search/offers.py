"""The acts that the search offers beside stopping, each on a page of its own."""

from typing import Final

from django.utils.translation import gettext_lazy

from players.roles import Action

ON_A_TABLE: Final = (
    (
        Action.PAUSE_TABLE,
        "pause_table",
        gettext_lazy("Pause %(table)s"),
        gettext_lazy("where it is; asks for a reason"),
    ),
    (
        Action.CLOSE_TABLE,
        "close_table",
        gettext_lazy("Close %(table)s"),
        gettext_lazy("after the round in play; asks for a reason"),
    ),
    (
        Action.DRAFT_CONFIGURATION,
        "draft",
        gettext_lazy("New proposal of rules for %(table)s"),
        gettext_lazy("from the rules in force; another person decides"),
    ),
)
"""At a table: who may do it, its address, its words, and what it asks."""
ANYWHERE: Final = (
    (Action.STOP_PLAY, "stop_play", gettext_lazy("Stop the house")),
    (Action.HANDLE_INCIDENTS, "report_incident", gettext_lazy("Report an incident")),
    (Action.CREATE_TABLE, "new_table", gettext_lazy("New table")),
    (Action.PROPOSE_ADJUSTMENT, "new_adjustment", gettext_lazy("Propose an adjustment")),
    (Action.ANSWER_COMPLAINTS, "register_outsider", gettext_lazy("Register for a person without an account")),
    (Action.MANAGE_STAFF, "new_staff", gettext_lazy("New person")),
)
"""At no table: who may do it, its address, its words."""
DRAWN: Final = {
    "report_incident": "incidents",
    "new_table": "tables",
    "new_adjustment": "adjustments",
    "register_outsider": "complaints",
    "new_staff": "staff",
}
"""The drawings of those that are not drawn as a stop."""
