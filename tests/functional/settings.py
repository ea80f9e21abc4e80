"""Table settings that several files of browser tests play by."""

from typing import Final

from tables.table_settings import TableSettings

LIVE: Final = TableSettings(
    preset="live-baccarat",
    minimum=1_00,
    max_prize=5_000_00,
    shuffle="per-shoe",
    commission="5-percent",
    betting_seconds=30,
    show_seconds=3,
)
ALONE: Final = TableSettings(preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1)
