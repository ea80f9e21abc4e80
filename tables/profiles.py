"""Which of the games a jurisdiction lets an operator offer, for money and for play money alike (R9, R10, R15, R37).

An approval by the regulator is a reference that staff type; the profile is what no reference can open.
"""

from dataclasses import dataclass
from typing import Final

from baccarat.rulesets import PRESETS


@dataclass(frozen=True, slots=True)
class Profile:
    """A jurisdiction: its code, and the presets that its law knows."""

    code: str
    presets: frozenset[str]


PORTUGAL: Final = Profile("pt", frozenset({"ponto-e-banca", "macau", "macau-floor"}))
"""Regulation 812/2015: five bets and no others (R9, R10), R13 and R15 at a simple table, R13 and R41-R43 at Macau.
A demonstration has the same characteristics as the game (R37), so it knows no more."""

OPEN: Final = Profile("open", frozenset(PRESETS))
"""No jurisdiction of ours: every preset. The operator answers for the law of the place."""

PROFILES: Final = {profile.code: profile for profile in (PORTUGAL, OPEN)}


def is_admitted(preset: str, *, profile: str, demonstration: bool) -> bool:
    """Whether a table may be configured, opened and dealt by that preset.

    `profile` is a key of `PROFILES`; `demonstration`: the site as a whole is one (`SABOT_DEMO=1`), where every preset
    may be seen and those outside the profile are marked.
    """
    return demonstration or preset in PROFILES[profile].presets
