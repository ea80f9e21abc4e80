"""A house that plays days with the engine and seals them into a folder, without a database: verifiers are tried on it.

Two tables: one shuffles for every round and has shoes of format 1, the other deals whole shoes of format 2; asked for,
a third where a croupier deals cards of paper. Each day ends with a round whose stakes lie on it and whose end lies on
the next.
"""

import hashlib
import random
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from baccarat import proof
from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.play import play
from baccarat.rulesets import Ruleset, preset
from baccarat.settlement import settle
from baccarat.shoe import build
from reporting.evidence import canonical, manifests, notes, tiles, tree
from reporting.evidence.checkpoints import Checkpoint
from reporting.evidence.manifests import Fault, Manifest
from reporting.evidence.notes import Kind, Signer
from reporting.making.figures import DayFigures, Liability, TableLine, day_bounds
from tests.sealed_court import KitCourt
from tests.sealed_paper import CODE, KitPaper, PaperShoe, paper_rules

ORIGIN = "casa.example/sabot/days"
HOUSE = Signer(ORIGIN, bytes(range(32)))
NEXT = Signer(ORIGIN, bytes(range(1, 33)))
WITNESSES = tuple(Signer(f"witness.example/{number}", bytes([number] * 32), Kind.COSIGNATURE) for number in (1, 2, 3))
GAMING, COMMISSION, FUNDING = 901, 902, 903
DEALT = timedelta(seconds=10)
"""From the close of the bets to the end of the round."""
FILES = [
    "acts.jsonl",
    "bets.jsonl",
    "files.json",
    "ledger.jsonl",
    "persons.jsonl",
    "report.json",
    "rounds.jsonl",
    "rules.jsonl",
    "sessions.jsonl",
    "signins.jsonl",
    "slips.jsonl",
    "software.json",
]
Record = dict[str, Any]


def document_of(ruleset: Ruleset) -> Record:
    """A rule set as `rules.jsonl` has it."""
    document = ruleset.document()
    document["offers"] = [
        {
            "chance": offer.chance.value,
            "pays": [{"event": event, "ratio": str(ratio)} for event, ratio in offer.pays],
            "last_round_of_shoe": offer.last_round_of_shoe,
            "commission": None if offer.commission is None else offer.commission.value,
        }
        for offer in ruleset.offers
    ]
    return document


def digest_of(record: Record) -> str:
    return hashlib.sha256(canonical.line(record)[:-1]).hexdigest()


@dataclass
class Shoe:
    """Cards with their salts and the tree over them."""

    name: str
    cards: list[Card]
    salts: list[bytes]
    decks: int
    header: Record | None
    levels: list[list[bytes]] = field(default_factory=list)
    dealt: int = 0
    rounds: int = 0
    last: int = 400
    """No round begins on it once so many cards are dealt."""

    def __post_init__(self) -> None:
        level = [] if self.header is None else [hashlib.sha256(b"\x03" + canonical.line(self.header)[:-1]).digest()]
        salted = zip(self.cards, self.salts, strict=True)
        level += [proof.leaf_digest(place, str(card), salt) for place, (card, salt) in enumerate(salted)]
        level += [hashlib.sha256(b"\x02").digest()] * ((1 << (len(level) - 1).bit_length()) - len(level))
        self.levels = [level]
        while len(level) > 1:
            level = [tree.node_hash(level[at], level[at + 1]) for at in range(0, len(level), 2)]
            self.levels.append(level)

    @property
    def root(self) -> str:
        return self.levels[-1][0].hex()

    def path(self, leaf: int) -> list[str]:
        return [level[(leaf >> height) ^ 1].hex() for height, level in enumerate(self.levels[:-1])]

    def proof(self, place: int) -> Record:
        leaf = place + (self.header is not None)
        return {
            "index": place,
            "card": str(self.cards[place]),
            "salt": self.salts[place].hex(),
            "path": self.path(leaf),
        }

    def document(self) -> Record:
        return {
            "shoe": self.name,
            "format": "sabot-shoe-1" if self.header is None else "sabot-shoe-2",
            "root": self.root,
            "decks": self.decks,
            "count": len(self.cards),
            "header": self.header,
            "path": [] if self.header is None else self.path(0),
        }


@dataclass
class Table:
    """A table, its rules and its shoe."""

    code: str
    ruleset: Ruleset
    number: int = 0
    shoes: int = 0
    shoe: Shoe | PaperShoe | None = None


@dataclass
class Open:
    """A round whose stakes lie and whose cards are to come."""

    table: Table
    code: str
    number: int
    opened_at: datetime
    shoe: Shoe | PaperShoe
    stakes: dict[str, dict[Chance, int]]


class SealedHouse:
    """A house that writes its days into a folder. `players` are public ids; with a court its days have its evidence.

    With `paper` a croupier deals at a third table.
    """

    def __init__(
        self,
        folder: Path,
        *,
        first: date = date(2026, 3, 28),
        seed: int = 1,
        players: int = 3,
        court: KitCourt | None = None,
        paper: KitPaper | None = None,
    ) -> None:
        self.court, self.paper = court, paper
        self.folder, self.day, self.random = folder, first, random.Random(seed)
        self.players = [str(uuid.UUID(int=number + 1)) for number in range(players)]
        self.balances = dict.fromkeys(self.players, 0)
        self.tables = [Table("macau-1", preset("macau")), Table("vivo-1", preset("live-baccarat"))]
        self.tables += [] if paper is None else [Table(CODE, paper_rules())]
        self.entries: list[bytes] = []
        self.previous, self.line, self.published = manifests.NO_PREVIOUS, 0, 0
        self.waiting: Open | None = None
        self.rules = [
            {
                "version": f"{table.code}/v1",
                "ruleset": document_of(table.ruleset),
                "digest": digest_of(document_of(table.ruleset)),
                "reference": "SRIJ 12/2026",
            }
            for table in sorted(self.tables, key=lambda table: table.code)
        ]
        start = self.moment(day_bounds(first)[0])
        for line in self.rules:
            told = {"version": line["version"], "digest": line["digest"], "reference": line["reference"]}
            self.tell("rules", start, table=line["version"].split("/")[0], **told)

    @staticmethod
    def moment(at: datetime) -> str:
        return canonical.moment(at)

    def tell(self, kind: str, at: str, **facts: Any) -> None:
        """Add a leaf to the log."""
        self.entries.append(canonical.line({"kind": kind, "at": at, **facts})[:-1])

    def play_day(self, rounds: int = 60, *, faults: Sequence[Fault] = (), spoil: Any = None) -> Path:
        """Play a day and seal it. `spoil(lines)` may change the lines before the files are written."""
        day = DayOfPlay(self, rounds)
        lines = day.lines()
        if spoil is not None:
            spoil(lines)
        return self.seal(lines, faults)

    def seal(self, lines: dict[str, list[Record]], faults: Sequence[Fault] = (), revision: int = 1) -> Path:
        """Write the files of the day, its manifest, and its leaf."""
        since, until = day_bounds(self.day)
        folder = self.folder / "day" / self.day.isoformat() / f"r{revision}"
        folder.mkdir(parents=True)
        entries = [write_file(folder, name, lines[name]) for name in sorted(lines)]
        manifest = Manifest(
            house=ORIGIN,
            day=self.day,
            revision=revision,
            hours=int((until - since) / timedelta(hours=1)),
            previous=self.previous,
            files=tuple(entries),
            sealed_at=self.moment(until + timedelta(minutes=15)),
            software=next(each.sha256 for each in entries if each.name == "software.json"),
            profile="srij-2015",
            faults=tuple(faults),
        )
        (folder / "manifest.json").write_bytes(manifest.to_bytes())
        sealed_at = self.moment(until + timedelta(minutes=15))
        self.tell("day", sealed_at, day=self.day.isoformat(), revision=revision, manifest=manifest.sha256)
        self.previous, self.day = manifest.sha256, self.day + timedelta(days=1)
        return folder

    def publish(self, signer: Signer = HOUSE, witnesses: Iterable[Signer] = WITNESSES) -> str:
        """Write tiles, entries and the checkpoint. Returns its note."""
        leaves = [tree.leaf_hash(each) for each in self.entries]
        log, size = self.folder / "log", len(leaves)
        for tile in tiles.new(self.published, size):
            block = tiles.contents(
                tile, leaves=lambda start, end: leaves[start:end], full=lambda one: (log / one.path).read_bytes()
            )
            write(log / tile.path, block)
        for index, width in tiles.new_bundles(self.published, size):
            part = self.entries[index * tiles.WIDTH : index * tiles.WIDTH + width]
            write(log / tiles.entries_path(index, width), tiles.bundle(part))
        self.published = size
        text = Checkpoint(ORIGIN, size, tree.root(leaves)).text
        note = notes.sign(text, [signer]) + "".join(each.line(text, at=1775019600) for each in witnesses)
        write(log / "checkpoint", note.encode())
        return note

    def change_key(self, old: Signer = HOUSE, new: Signer = NEXT) -> None:
        """Tell the log of a new key, signed by the old one."""
        vkey = new.verifier.vkey
        note = notes.sign(f"sabot key/v1\n{old.verifier.vkey}\n{vkey}\n", [old])
        self.tell("key", self.moment(day_bounds(self.day)[0]), vkey=vkey, note=note)


def write(path: Path, block: bytes) -> None:
    """Write a file and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(block)


def write_file(folder: Path, name: str, lines: Sequence[Record]) -> manifests.FileEntry:
    """Write a file of a day and its leaves."""
    sums, block, leaves = manifests.FileSums(), [], []
    for each in lines:
        line = canonical.line(each)
        leaves.append(sums.add(line))
        block.append(line)
    (folder / name).write_bytes(b"".join(block))
    (folder / manifests.leaves_name(name)).write_bytes(b"".join(leaves))
    return sums.entry(name)


class DayOfPlay:
    """One day at the tables: its rounds, bets and ledger lines."""

    def __init__(self, house: SealedHouse, rounds: int) -> None:
        self.house, self.random = house, house.random
        self.since, self.until = day_bounds(house.day)
        self.ledger: list[Record] = []
        self.rounds: list[Record] = []
        self.bets: list[Record] = []
        self.slips: list[Record] = []
        self.opening = sum(house.balances.values())
        self.moved: Counter[str] = Counter()
        self.of_table: dict[str, Counter[str]] = {table.code: Counter() for table in house.tables}
        step = (self.until - self.since) / (2 * rounds + 4)
        at = self.since + step
        if rounds or house.waiting:
            for player in house.players:
                self.post(at, "deposit", (FUNDING, "funding"), (0, "player"), 500_00, player)
        if house.waiting is not None:
            self.end(house.waiting, at + step)
            house.waiting = None
        for number in range(rounds):
            at += 2 * step
            opened = self.open(house.tables[number % len(house.tables)], at)
            if number == rounds - 1:
                house.waiting = opened
            else:
                self.end(opened, at + step, void=number % 20 == 19 or (opened.table.code == CODE and number % 9 == 8))

    def post(
        self,
        at: datetime,
        code: str,
        debit: tuple[int, str],
        credit: tuple[int, str],
        cents: int,
        player: str | None = None,
        about: str = "",
    ) -> None:
        """Write a ledger line; 0 stands for the player's account."""
        house = self.house
        house.line += self.random.randint(1, 3)
        before = after = None
        if player is not None:
            before = house.balances[player]
            after = before + (cents if credit[1] == "player" else -cents)
            house.balances[player] = after
            own = house.players.index(player) + 1
            debit, credit = ((own, "player"), credit) if debit[1] == "player" else (debit, (own, "player"))
            self.moved[code] += cents
        self.ledger.append(
            {
                "id": house.line,
                "at": house.moment(at),
                "code": code,
                "key": str(uuid.UUID(int=self.random.getrandbits(128))),
                "currency": "EUR",
                "amount": cents,
                "debit": debit[0],
                "debit_kind": debit[1],
                "credit": credit[0],
                "credit_kind": credit[1],
                "player": player,
                "before": before,
                "after": after,
                "reference": about,
            }
        )

    def open(self, table: Table, at: datetime) -> Open:
        """Open a round, and let players bet."""
        house = self.house
        table.number += 1
        code = f"{table.code}-{table.number:06d}"
        shoe = self.shoe(table, at)
        stakes: dict[str, dict[Chance, int]] = {}
        shoe.rounds += 1
        offered = [chance for chance in table.ruleset.chances if chance in table.ruleset.offered(shoe.rounds)]
        for player in house.players:
            laid = {chance: self.random.randint(1, 40) * 5 + 1 for chance in self.random.sample(offered, 3)}
            if sum(laid.values()) <= house.balances[player]:
                stakes[player] = laid
                self.post(at, "stake", (0, "player"), (1000 + table.number, "stakes"), sum(laid.values()), player, code)
                self.slips.append(self.slip(code, player, laid, at))
        return Open(table, code, table.number, at, shoe, stakes)

    def slip(self, code: str, player: str, laid: dict[Chance, int], at: datetime) -> Record:
        return {
            "taken_at": self.house.moment(at),
            "number": f"{len(self.slips):08d}",
            "key": str(uuid.UUID(int=self.random.getrandbits(128))),
            "received_at": self.house.moment(at),
            "round": code,
            "person": player,
            "session": None,
            "lines": [{"chance": chance.value, "cents": cents} for chance, cents in laid.items()],
            "accepted": True,
            "rejection": None,
        }

    def shoe(self, table: Table, at: datetime) -> Shoe | PaperShoe:
        """The shoe of the next round; a new one is told to the log, unless it is of paper."""
        whole = table.code.startswith(("vivo", CODE))
        if whole and table.shoe is not None and table.shoe.dealt < table.shoe.last:
            return table.shoe
        table.shoes += 1
        name = f"{table.code}/{table.shoes}"
        if table.code == CODE:
            assert self.house.paper is not None
            table.shoe = self.house.paper.begin(name, table.ruleset, at)
            return table.shoe
        cards = build(table.ruleset.decks)
        self.random.shuffle(cards)
        cards = cards if whole else cards[:6]
        header = None
        if whole:
            stamp = at.strftime("%Y-%m-%dT%H:%M:%SZ")
            header = {"format": "sabot-shoe-2", "shoe": name, "decks": 8, "count": 416, "cut": 400}
            header |= {"rules": f"{table.code}/v1", "opened_at": stamp}
        shoe = Shoe(name, cards, [self.random.randbytes(32) for _ in cards], table.ruleset.decks, header)
        told = {key: value for key, value in shoe.document().items() if key not in ("path", "header")}
        digest = None if header is None else shoe.levels[0][0].hex()
        self.house.tell("shoe", self.house.moment(at), table=table.code, header=digest, **told)
        table.shoe = shoe
        return shoe

    def end(self, opened: Open, at: datetime, *, void: bool = False) -> None:
        """Deal and settle the round, or give every stake back."""
        house, shoe, stakes = self.house, opened.shoe, (1000 + opened.number, "stakes")
        result = None if void else play(shoe.cards[shoe.dealt :])
        first, before = shoe.dealt, len(self.bets)
        cards = [] if result is None else list(result.cards)
        shown = self.deal(opened, cards, at, void=void)
        sums: Counter[str] = Counter()
        back: Counter[str] = Counter()
        totals: Counter[str] = Counter()
        for player, laid in opened.stakes.items():
            paid = {} if result is None else settle(opened.table.ruleset, result, laid)
            for chance, stake in laid.items():
                one = paid.get(chance)
                told = (
                    ("void", 0, 0, stake)
                    if one is None
                    else (one.outcome.value, one.prize, one.commission, one.returned)
                )
                facts = dict(zip(("outcome", "prize", "commission", "returned"), told, strict=True))
                bet = {"round": opened.code, "person": player, "chance": chance.value, "stake": stake, **facts}
                self.bets.append(bet | {"session": str(uuid.UUID(int=7))})
                sums[chance.value] += stake
                back[player] += told[3]
                totals.update(turnover=stake, returned=told[3], prizes=told[1], commission=told[2], bets=1)
                totals["lost"] += stake if told[0] == "lose" else 0
        self.pay(opened, at, stakes, totals, back, void=void)
        self.rounds.append(
            {
                "code": opened.code,
                "table": opened.table.code,
                "number": opened.number,
                "currency": "EUR",
                "rules": f"{opened.table.code}/v1",
                "rules_digest": next(r["digest"] for r in house.rules if r["version"] == f"{opened.table.code}/v1"),
                "shoe": shoe.document(),
                "round_of_shoe": shoe.rounds,
                "first_card": first,
                "phase": "void" if void else "settled",
                "opened_at": house.moment(opened.opened_at),
                "closed_at": None if void else house.moment(at - DEALT),
                "ended_at": house.moment(at),
                "cards": [str(card) for card in cards],
                "winner": "" if result is None else result.winner.value,
                "proofs": [shoe.proof(first + place) for place in range(len(cards))] if isinstance(shoe, Shoe) else [],
                "void_reason": "dealer stopped" if void else "",
                "sums": [{"chance": chance, "cents": sums[chance]} for chance in sorted(sums)],
            }
        )
        if house.court is not None:
            house.court.end(self.rounds[-1], opened.table.ruleset, self.bets[before:], shown)

    def deal(self, opened: Open, cards: list[Card], at: datetime, *, void: bool) -> list[str]:
        """The cards leave the shoe. Returns those that a void round showed: of paper as far as it was dealt."""
        shoe = opened.shoe
        if isinstance(shoe, PaperShoe):
            assert self.house.paper is not None
            read = shoe.cards[shoe.dealt : shoe.dealt + 3] if void else cards
            self.house.paper.deal(shoe, opened.code, read, at - DEALT, whole=not void)
            return [str(card) for card in read] if void else []
        shoe.dealt += len(cards)
        if self.house.court is None or not void:
            return []
        shown = [str(card) for card in play(shoe.cards[shoe.dealt :]).cards]
        shoe.dealt += len(shown)
        return shown

    def pay(
        self,
        opened: Open,
        at: datetime,
        stakes: tuple[int, str],
        totals: Counter[str],
        back: Counter[str],
        *,
        void: bool,
    ) -> None:
        """The ledger lines of a round's end."""
        code, of_table = opened.code, self.of_table[opened.table.code]
        if void:
            for player, cents in back.items():
                self.post(at, "refund", stakes, (0, "player"), cents, player, code)
            of_table.update(voids=1, refunded=totals["turnover"])
            return
        for name, debit, credit, cents in (
            ("stakes-lost", stakes, (GAMING, "gaming"), totals["lost"]),
            ("prizes", (GAMING, "gaming"), stakes, totals["prizes"]),
            ("commission", (GAMING, "gaming"), (COMMISSION, "commission"), totals["commission"]),
        ):
            if cents:
                self.post(at, name, debit, credit, cents, about=code)
        for player, cents in back.items():
            if cents:
                self.post(at, "payout", stakes, (0, "player"), cents, player, code)
        of_table.update(
            {name: totals[name] for name in ("turnover", "returned", "prizes", "commission", "bets")}, rounds=1
        )

    def report(self) -> Record:
        """The day's report, as the house keeps it."""
        prizes = sum(each["prizes"] for each in self.of_table.values())
        held = Liability(
            currency="EUR",
            opening=self.opening,
            deposits=self.moved["deposit"],
            staked=self.moved["stake"],
            returned=self.moved["payout"] - prizes,
            prizes=prizes,
            refunded=self.moved["refund"],
        )
        names = ("rounds", "voids", "bets", "turnover", "returned", "prizes", "commission", "refunded")
        lines = tuple(
            TableLine(
                table_code=code, table_name=code, currency="EUR", version=1, players=3, **{n: sums[n] for n in names}
            )
            for code, sums in self.of_table.items()
            if sums
        )
        figures = DayFigures(
            day=self.house.day,
            since=self.since,
            until=self.until,
            provisional=False,
            lines=lines,
            comparisons=(),
            faults=(),
            liabilities=(held,),
            players={"EUR": 3},
        )
        text = canonical.text(figures.document())
        sha256 = hashlib.sha256(text.encode()).hexdigest()
        day = self.house.day.isoformat()
        return {"day": day, "definition": figures.definition, "revision": 1, "sha256": sha256, "text": text}

    def lines(self) -> dict[str, list[Record]]:
        """Every file of the day."""
        day = self.house.day.isoformat()
        tree_file = {"path": "baccarat/play.py", "sha256": hashlib.sha256(b"play").hexdigest()}
        commitment = canonical.commitment(bytes(32), {"nif": "299900010"}).hex()
        at = self.house.moment(self.since)
        act = {"id": f"tables/{day}", "at": at, "by": "house", "what": "open-table", "subject": "macau-1", "facts": {}}
        return {
            "acts.jsonl": [act | {"commitment": commitment}],
            "bets.jsonl": sorted(self.bets, key=lambda bet: (bet["round"], bet["person"], bet["chance"])),
            "files.json": [{"profile": "srij-2015", "package": None, "files": [], "reason": "not made yet"}],
            "ledger.jsonl": self.ledger,
            "persons.jsonl": [{"id": self.house.players[0], "at": at, "commitment": commitment}],
            "report.json": [self.report()],
            "rounds.jsonl": sorted(self.rounds, key=lambda each: each["code"]),
            "rules.jsonl": self.house.rules,
            "sessions.jsonl": [],
            "signins.jsonl": [],
            "slips.jsonl": self.slips,
            "software.json": [{"version": "0.1.0", "checked_at": None, "files": [tree_file]}],
        } | {name: lines for kit in (self.house.court, self.house.paper) if kit for name, lines in kit.files().items()}


def at_utc(text: str) -> datetime:
    """A moment of a sealed file."""
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC)
