"""The drift court of a house of the kit (`tests.sealed_days`), by the engine: what it holds at the end of each day."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from baccarat import court
from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.court import Laid, Stream
from baccarat.court_events import factors_of_events
from baccarat.exposure import distribution
from baccarat.play import Winner, play
from baccarat.rulesets import Ruleset
from baccarat.terms import Shuffle

Record = dict[str, Any]
ALARM = 1_022_000_000.0


def bits(value: float) -> str:
    return struct.pack(">d", value).hex()


@dataclass
class State:
    """One stream at one place."""

    values: list[float]
    rounds: int = 0
    rules: str = ""
    last: int = 0


@dataclass
class KitCourt:
    """Judges each round as it ends. `alarm` is the threshold; without `events` pairs and the 6 are not judged."""

    alarm: float = ALARM
    events: bool = True
    number: int = 40
    states: dict[tuple[str, Stream], State] = field(default_factory=dict)
    shoes: dict[str, list[int]] = field(default_factory=dict)
    before: dict[tuple[str, Stream], State] = field(default_factory=dict)
    judged: list[Record] = field(default_factory=list)
    alarms: list[tuple[tuple[str, Stream], int]] = field(default_factory=list)

    def end(self, played: Record, ruleset: Ruleset, bets: Sequence[Record], shown: Sequence[str] = ()) -> None:
        """Judge a round that was settled or void."""
        self.number += 3
        whole = ruleset.shuffle is Shuffle.PER_SHOE
        left = self.shoes.setdefault(played["shoe"]["root"] or played["shoe"]["shoe"], [4 * ruleset.decks] * 13)
        line = {"number": self.number, "round": played["code"], "left": list(left) if whole else []}
        self.judged.append(line | {"shown": list(shown)})
        now = left if whole else [4 * ruleset.decks] * 13
        if played["phase"] == "void":
            for card in shown:
                now[court.rank_of(Card.parse(card))] -= 1
            return
        ranks = [court.rank_of(Card.parse(card)) for card in played["cards"]]
        factors: dict[Stream, Sequence[float]] = {
            Stream.OUTCOMES: court.factors_by_winner(ruleset.decks)[Winner(played["winner"])],
            Stream.CARDS: court.round_of_cards(now, ranks),
        }
        if self.events:
            factors |= factors_of_events(ruleset, play([Card.parse(card) for card in played["cards"]]).facts)
        if bets:
            factors[Stream.MONEY] = self._money(ruleset, bets)
        for stream, values in factors.items():
            for place in ("house", f"table/{played['table']}"):
                rules = played["rules"] if stream is Stream.MONEY and place != "house" else ""
                self._move((place, stream), values, rules)

    @staticmethod
    def _money(ruleset: Ruleset, bets: Sequence[Record]) -> tuple[float, ...]:
        slips: dict[str, dict[Chance, int]] = {}
        for bet in bets:
            slips.setdefault(bet["person"], {})[Chance(bet["chance"])] = bet["stake"]
        laid = Laid.of(distribution(ruleset, *slips.values()))
        result = sum(bet["stake"] - bet["returned"] for bet in bets)
        return court.factors_of_money(float(laid.place(result)))

    def _move(self, key: tuple[str, Stream], factors: Sequence[float], rules: str) -> None:
        state = self.states.setdefault(key, State(court.begun(key[1])))
        self.before.setdefault(key, State(list(state.values) if state.rounds else [], state.rounds, state.rules))
        if rules != state.rules:
            state.values, state.rules = court.begun(key[1]), rules
        state.values = court.following(state.values, factors)
        state.rounds, state.last = state.rounds + 1, self.number
        if court.evidence(state.values) >= self.alarm:
            state.values = court.begun(key[1])
            self.alarms.append((key, self.number))

    def files(self) -> dict[str, list[Record]]:
        """The two files of the day; the next day begins."""
        lines = [
            {
                "place": place,
                "stream": stream.value,
                "rounds": state.rounds,
                "last": state.last,
                "threshold": bits(self.alarm),
                "rules_before": before.rules,
                "rules": state.rules,
                "before": list(map(bits, before.values)),
                "after": list(map(bits, state.values)),
                "alarms": [
                    {"number": number, "threshold": bits(self.alarm)}
                    for key, number in self.alarms
                    if key == (place, stream)
                ],
            }
            for (place, stream), before in self.before.items()
            for state in (self.states[place, stream],)
        ]
        found = {
            "court.jsonl": sorted(lines, key=lambda line: (line["place"], line["stream"])),
            "judged.jsonl": self.judged,
        }
        self.before, self.judged, self.alarms = {}, [], []
        return found
