"""Statistical evidence of the random generator in a folder of its own: inputs' digests, p-values, verdict
(RN-02, RN-03, RN-12). Reads the operating system's generator as the dealer does; writes no row.
"""

import hashlib
import json
import os
import platform
import ssl
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from baccarat import draws, randomness, shoe, shuffles
from baccarat import proof as commitments
from baccarat.draws import chooser
from baccarat.randomness import LEVEL, SEQUENCE, Verdict, Words, verdict
from baccarat.shoe import build, shuffled
from baccarat.shuffles import Shuffles
from tables import dieharder, sealing
from tables.generator_load import loaded

DECKS: Final = 8
RESULTS, INPUTS, SUMS = "results.json", "inputs.json", "SHA256SUMS"
_JUDGED: Final = {
    "baccarat/draws.py": draws,
    "baccarat/shoe.py": shoe,
    "baccarat/proof.py": commitments,
    "baccarat/randomness.py": randomness,
    "baccarat/shuffles.py": shuffles,
    "tables/sealing.py": sealing,
}
"""The modules whose change asks for the evidence anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was found, and where it lies."""

    folder: Path
    digest: str
    """SHA-256 of the list of the folder's digests: names all of it."""
    p_values: Mapping[str, float]
    verdict: Verdict
    uneven: tuple[int, ...]
    """The n for which a choice is not exact; none in a sound program."""

    @property
    def holds(self) -> bool:
        """Whether nothing was turned down."""
        return self.verdict.holds and not self.uneven


def make_evidence(
    *,
    into: Path,
    size: int,
    shoes: int,
    choices: int,
    during: str,
    now: datetime,
    say: Callable[[str], None],
    under: int = 0,
    read: Callable[[int], bytes] = sealing.read_bytes,
    dieharders: Sequence[int] = (),
) -> Evidence:
    """Test about `size` bytes of raw words, rounded up to whole sequences, so many shuffled shoes, and choices of up to
    `choices` things over every word; write the folder. `during` says what ran meanwhile, `dieharders` which tests of
    the program `dieharder` are made too. Meanwhile `under` processes draw shoes without a pause.

    Raises `FileExistsError` where there is evidence of this moment already, and what `tables.dieharder` and
    `tables.generator_load` raise.
    """
    load_before = os.getloadavg()
    with loaded(under) as load:
        words, of_words = _words(max(1, -(-size // SEQUENCE)), read, say)
        shuffled_shoes, of_shoes = _shoes(shoes, read, say)
        tried = dieharder.try_words(dieharders, read=read, say=say) if dieharders else None
        load_after = os.getloadavg()
    uneven = tuple(shuffles.uneven_choices(2, choices)) if choices > 1 else ()
    found = {f"words: {name}": value for name, value in words.p_values().items()}
    found |= {f"shuffles: {name}": value for name, value in shuffled_shoes.p_values().items()}
    found |= tried.p_values if tried else {}
    judged = verdict(found)
    folder = into / f"generator-{now:%Y%m%dT%H%M%SZ}"
    inputs = {
        "made_at": now.isoformat(),
        "during": during,
        "load": {"processes": load.processes, "shoes": load.shoes},
        "load_before": load_before,
        "load_after": load_after,
        "source": "os.urandom, as the dealer reads it",
        "words": of_words,
        "shoes": of_shoes,
        "choices": {"from": 2, "to": choices, "words": 65_536},
        "dieharder": {"tests": list(dieharders)} | (tried.inputs() if tried else {}),
        "programs": _programs(),
    }
    results = {
        "joint_level": LEVEL,
        "method": "Holm",
        "p_values": found,
        "bounds": judged.bounds,
        "rejected": list(judged.rejected),
        "uneven_choices": list(uneven),
        "holds": judged.holds and not uneven,
    }
    digest_of_all = _write_all(folder, inputs, results)
    return Evidence(folder=folder, digest=digest_of_all, p_values=found, verdict=judged, uneven=uneven)


def _words(
    sequences: int, read: Callable[[int], bytes], say: Callable[[str], None]
) -> tuple[Words, Mapping[str, int | str]]:
    """The tests of so many sequences of raw words, and what names these words."""
    words, digest = Words(), hashlib.sha256()
    for number in range(sequences):
        block = read(SEQUENCE)
        digest.update(block)
        words.read(block)
        if number % 50 == 49:
            say(f"{(number + 1) * SEQUENCE:,} of {sequences * SEQUENCE:,} bytes")
    return words, {"bytes": sequences * SEQUENCE, "sha256": digest.hexdigest()}


def _shoes(
    count: int, read: Callable[[int], bytes], say: Callable[[str], None]
) -> tuple[Shuffles, Mapping[str, int | str]]:
    """The tests of so many shuffled shoes, and what names them."""
    found, order, choose = Shuffles(DECKS), hashlib.sha256(), chooser(read)
    for number in range(count):
        cards = shuffled(build(DECKS), choose)
        order.update(bytes(card.code for card in cards))
        found.read(cards)
        if number % 5_000 == 4_999:
            say(f"{number + 1:,} of {count:,} shoes")
    return found, {"decks": DECKS, "count": count, "sha256": order.hexdigest()}


def _write_all(folder: Path, inputs: Mapping[str, Any], results: Mapping[str, Any]) -> str:
    """Write the folder; the digest of the list of its digests."""
    folder.mkdir(parents=True)
    _write(folder / INPUTS, inputs)
    _write(folder / RESULTS, results)
    listed = "".join(f"{_sha256((folder / name).read_bytes())}  {name}\n" for name in (INPUTS, RESULTS))
    (folder / SUMS).write_text(listed, encoding="ascii")
    return _sha256(listed.encode())


def _programs() -> dict[str, Any]:
    return {
        "python": sys.version,
        "platform": platform.platform(),
        "openssl": ssl.OPENSSL_VERSION,
        "modules": {name: _sha256(Path(str(module.__file__)).read_bytes()) for name, module in _JUDGED.items()},
    }


def _write(path: Path, document: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=2, sort_keys=True, default=float) + "\n", encoding="utf-8")


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
