"""The table as a terminal knows it: frames of the house in, sentences out. Without a line of its own."""

import time
from typing import Any, Final, NamedTuple

from terminal.house import Labels
from terminal.words import Words

Frame = dict[str, Any]
THIRD: Final = 2
"""The index of a hand's third card, which a player may turn by itself."""


class _Call(NamedTuple):
    """A card or a result to be told at a moment of the house's clock."""

    at: float
    code: str
    what: str
    text: str

    @property
    def key(self) -> str:
        """By which it is told once: another card in the same place is another call."""
        return f"call {self.code} {self.what}"


def _places(step: Frame) -> tuple[int, ...]:
    """Ponto's places of the cards that are seen from this step on: P1 P2 P3 are 0, 2 and 4."""
    match step["do"]:
        case "turn":
            return (4,) if step.get("index") == THIRD else (0, 2)
        case "third":
            return (4,)
        case "card":
            return (2 * step["index"],)
    return ()


class Table:
    """The public state, one's own, and what of it was told."""

    def __init__(self, labels: Labels, words: Words) -> None:
        self.labels, self.words = labels, words
        self.version, self.state, self.you = 0, {}, None  # type: int, Frame, Frame | None
        self.ahead = 0.0
        """Milliseconds by which the house's clock is ahead of ours."""
        self.called: list[_Call] = []
        """The calls that are still to be told."""
        self._told: set[str] = set()

    @property
    def chances(self) -> list[str]:
        """The bets of this table."""
        return [each["id"] for each in self.state.get("rules", {}).get("chances", [])]

    @property
    def open(self) -> bool:
        """Whether bets are taken."""
        return bool(self.state) and self.state["round"]["phase"] == "betting"

    @property
    def alone(self) -> bool:
        """Whether the player deals."""
        return bool(self.state) and self.state["table"]["kind"] == "individual"

    @property
    def seated(self) -> bool:
        """Whether one has a seat."""
        return bool(self.you and self.you.get("seat"))

    def now(self) -> float:
        """The house's clock, in milliseconds."""
        return time.time() * 1000 + self.ahead

    def take(self, frame: Frame) -> bool:
        """Take in what a frame changes; False where events are missing and a snapshot must be asked for."""
        if "now" in frame:
            self.ahead = frame["now"] - time.time() * 1000
        match frame["say"]:
            case "snapshot":
                if not self.version:
                    self._first(_last_of(frame.get("you")))  # from before this visit
                self.version, self.state, self.you = frame["v"], frame["state"], frame.get("you")
            case "you":
                self.you = frame["you"]
            case "seated":  # the whole of one's own state follows, and a typist may be faster
                self.you = (self.you or {}) | {"seat": frame["seat"]}
            case "receipt" if self.you and frame["round"] == self.state["round"]["code"]:
                more = sum(frame["stakes"].values()) - sum((self.you.get("stakes") or {}).values())
                self.you |= {"stakes": frame["stakes"], "balance": (self.you.get("balance") or 0) - more}
            case "mine" if self.you is not None:
                self.you |= frame["set"]
            case "event" if frame["v"] == self.version + 1:
                self.version = frame["v"]
                self.state |= frame["set"]
                changed = {each["seat"]: each for each in frame.get("seats") or []}
                self.state["seats"] = [changed.get(each["seat"], each) for each in self.state.get("seats", [])]
            case "event":
                return bool(frame["v"] <= self.version)
            case "resync":
                return False
        return True

    def news(self) -> list[str]:
        """What has changed and was not told yet: a round that opens, its closing, its cards in order, its end."""
        if not self.state:
            return []
        play, said = self.state["round"], []
        if self.open and self._first(f"open {play['code']}"):
            said.append(self.opening())
        if play.get("deal"):
            if self._first(f"deal {play['code']}"):
                said.append(self.words("closed"))
            self._call(play["code"], play["deal"])
        if play["phase"] == "void" and self._first(f"void {play['code']}"):
            said.append(self.words("void"))
        you = self.you or {}
        if you.get("check_at") and you["check_at"] <= self.now() and self._first(f"check {you['check_at']}"):
            said.append(self.words("check", balance=self.balance()))
        return said + self._due()

    def _first(self, what: str) -> bool:
        fresh = what not in self._told
        self._told.add(what)
        return fresh

    def _call(self, code: str, deal: Frame) -> None:
        """Put the cards in their order, then the result, to be told when the table shows them: each once. Calls that
        were not told yet come anew: a croupier's cards come one by one, and a player who turns cards brings others
        forward.
        """
        waiting = [call for call in self.called if call.code != code]
        for step in deal["timeline"]:
            at = deal["starts_at"] + step["at"]
            for place in _places(step):
                card = deal["cards"][place + (step["hand"] == "banca")]
                waiting.append(
                    _Call(at, code, f"{place} {card}", self.words.card(self.labels.name(step["hand"]), card))
                )
            if step["do"] == "result":
                waiting.append(_Call(at, code, "result", self.result(deal)))
        self.called = [call for call in waiting if call.key not in self._told]

    def _due(self) -> list[str]:
        due = [call for call in self.called if call.at <= self.now()]
        self.called = [call for call in self.called if call.at > self.now()]
        self._told |= {call.key for call in due}
        return [call.text for call in due]

    def mine(self) -> list[str]:
        """One's own result of a round once it was settled, and the balance."""
        last = (self.you or {}).get("last")
        if not last or self.called or not self._first(_last_of(self.you)):
            return []
        return [self.words("mine", amount=self.labels.signed(last["result"])), self.balance()]

    def opening(self) -> str:
        """The round that takes bets, and the seconds left."""
        play = self.state["round"]
        if play["closes_at"] is None:
            return self.words("open-alone", round=play["number"])
        return self.words("open", round=play["number"], seconds=max(0, round((play["closes_at"] - self.now()) / 1000)))

    def result(self, deal: Frame) -> str:
        """Who wins, with both totals."""
        return self.words(
            "result", winner=self.words(deal["winner"]), ponto=deal["ponto"]["total"], banca=deal["banca"]["total"]
        )

    def balance(self) -> str:
        """The balance, and the session's result."""
        you, labels = self.you or {}, self.labels
        return self.words(
            "balance",
            balance=labels.money(you.get("balance") or 0),
            result=labels.signed(you.get("session_result") or 0),
        )

    def bets(self, lines: dict[str, int]) -> str:
        """Bets in words."""
        return ", ".join(f"{self.labels.name(chance)} {self.labels.money(cents)}" for chance, cents in lines.items())

    def room(self) -> str:
        """What each bet can still take: the table's headroom or one's own, the smaller of both."""
        rooms = [self.state.get("room") or {}, (self.you or {}).get("room") or {}]
        said = []
        for chance in self.chances:
            most = [each[chance]["most"] for each in rooms if each.get(chance) and each[chance]["most"] is not None]
            said.append(
                f"{self.labels.name(chance)} {self.labels.money(min(most)) if most else self.words('no-ceiling')}"
            )
        return ", ".join(said)

    def refusal(self, frame: Frame) -> str:
        """The house's own sentence, the rule, and the most that would do."""
        said = [self.words("refused", text=frame["text"])]
        if frame.get("rule") and f"({frame['rule']})" not in frame["text"]:
            said.append(self.words("rule", rule=frame["rule"]))
        for name in ("most", "minimum"):
            if frame.get(name) is not None:
                said.append(self.words(name, amount=self.labels.money(frame[name])))
        return " ".join(said)


def _last_of(you: Frame | None) -> str:
    """The name of one's own last settled round, by which it is told once."""
    return f"last {((you or {}).get('last') or {}).get('code')}"
