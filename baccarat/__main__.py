"""`python -m baccarat`: JSON in, JSON out. Exit status 0, or 2 with `{"error": ..., "field": ...}`."""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from baccarat import answers
from baccarat.documents import DocumentInvalid, read_json
from baccarat.rulesets import Ruleset, RulesetInvalid, ruleset_from_document
from baccarat.verifier import verify_shoe

Answer = Callable[[object], dict[str, object]]

_ANSWERS: dict[str, Answer] = {"adjudicate": answers.adjudicate, "check": answers.check, "roads": answers.roads}


class _Arguments(argparse.ArgumentParser):
    """Faulty arguments are faulty documents: one JSON answer, no usage text."""

    def error(self, message: str) -> NoReturn:
        named = re.search(r"--([a-z]+)", message)
        raise DocumentInvalid(named[1] if named else "command", message)


def _arguments() -> argparse.ArgumentParser:
    parser = _Arguments(
        prog="python -m baccarat", description="Ponto e banca: odds, settlement, limits, roads, proofs."
    )
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Arguments)
    odds = commands.add_parser("odds", help="exact odds of every bet")
    odds.add_argument("--preset", help="one of the five presets")
    odds.add_argument("--ruleset", help="a JSON or TOML file with a ruleset of your own, instead of a preset")
    odds.add_argument("--decks", help="how many decks, 1 to 16")
    odds.add_argument("--commission", help="the commission mode on banca prizes")
    odds.add_argument("--dealt", default="", help="cards known to be out, such as 4H,TD")
    odds.add_argument("--json", action="store_true", help="JSON instead of a table to read")
    for name, what in (
        ("adjudicate", "play and settle one round"),
        ("check", "check a slip against the limits"),
        ("roads", "draw the five roads of a list of results"),
    ):
        command = commands.add_parser(name, help=f"{what}; reads a JSON document")
        command.add_argument("--lines", action="store_true", help="one document a line in, one answer a line out")
    verify = commands.add_parser("verify-shoe", help="check a published shoe proof")
    verify.add_argument("file", help="the published proof, a JSON file")
    verify.add_argument("--root", help="the root that you noted before the first card, or its first digits, 8 at least")
    commands.add_parser("conformance", help="print this package's test vectors as JSON")
    return parser


def _whole(text: str | None, field: str) -> int | None:
    if text is None:
        return None
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise DocumentInvalid(field, f"must be a whole number, not {text[:40]!r}")
    return int(text)


def _read_file(name: str, field: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise DocumentInvalid(field, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _ruleset_file(name: str) -> Ruleset:
    block = _read_file(name, "ruleset")
    try:
        document = tomllib.loads(block.decode("utf-8")) if name.endswith(".toml") else read_json(block)
        return ruleset_from_document(document)
    except RulesetInvalid as error:
        raise DocumentInvalid(f"ruleset.{error.field}", error.why) from None
    except DocumentInvalid:
        raise
    except ValueError as error:
        raise DocumentInvalid("ruleset", f"is not TOML: {error}") from None


def _odds(options: argparse.Namespace) -> str:
    if options.ruleset is not None:
        for field in ("preset", "decks", "commission"):
            if getattr(options, field) is not None:
                raise DocumentInvalid(field, "cannot stand beside a ruleset, which says it already")
        ruleset = _ruleset_file(options.ruleset)
    else:
        ruleset = answers.odds_ruleset(options.preset, _whole(options.decks, "decks"), options.commission)
    dealt = [text for text in options.dealt.split(",") if text]
    answer = answers.odds_answer(ruleset, dealt)
    return json.dumps(answer, indent=2) if options.json else "\n".join(_odds_table(answer))


def _odds_table(answer: dict[str, Any]) -> Iterable[str]:
    yield f"{answer['preset']}, {answer['decks']} decks, commission {answer['commission']}"
    yield f"{'bet':20}{'house edge %':>14}{'return %':>12}{'deviation':>12}"
    for name, bet in answer["bets"].items():
        edge, rtp, deviation = bet["house_edge_percent"], bet["rtp_percent"], bet["standard_deviation"]
        yield f"{name:20}{edge:14.6f}{rtp:12.6f}{deviation:12.6f}"


def _answer_lines(answer: Answer) -> None:
    """A million documents are one run, so nothing is kept: each line is answered as it comes."""
    encode = json.JSONEncoder(separators=(",", ":")).encode
    write = sys.stdout.write
    for line in sys.stdin.buffer:
        try:
            text = encode(answer(read_json(line)))
        except DocumentInvalid as error:
            text = encode(error.document())
        write(text + "\n")


class NothingShown(Exception):
    """A proof of no card: neither valid nor faulty. `found` is what the verifier says of it."""

    def __init__(self, found: dict[str, object]) -> None:
        super().__init__("no card is shown")
        self.found = found


def _verify(name: str, noted: str | None) -> str:
    if noted is not None:
        noted = noted.strip().lower()
        if not verify_shoe.NOTED.fullmatch(noted):
            raise DocumentInvalid("root", "must be the root's 64 hexadecimal digits, or its first 8 at least")
    try:
        found = verify_shoe.verify_text(_read_file(name, "file"), noted)
    except verify_shoe.ProofFaulty as error:
        raise DocumentInvalid(error.field, error.why) from None
    if not found["proven"]:
        raise NothingShown(found)
    return json.dumps({"valid": True, **found})


def _run(arguments: list[str]) -> str | None:
    options = _arguments().parse_args(arguments)
    if options.command == "odds":
        return _odds(options)
    if options.command == "verify-shoe":
        return _verify(options.file, options.root)
    if options.command == "conformance":
        return resources.files("baccarat").joinpath("conformance.json").read_text("utf-8").rstrip()
    answer = _ANSWERS[options.command]
    if options.lines:
        _answer_lines(answer)
        return None
    return json.dumps(answer(read_json(sys.stdin.buffer.read())))


def main(arguments: list[str]) -> int:
    """Run one command and print its answer. Returns the exit status."""
    try:
        text = _run(arguments)
        if text is not None:
            print(text)
        sys.stdout.flush()
    except DocumentInvalid as error:
        print(json.dumps(error.document()))
        return 2
    except NothingShown as nothing:
        print(json.dumps({"valid": None, **nothing.found}))
        return 3
    except BrokenPipeError:
        # The reader has closed the pipe: write nothing more, not even at exit.
        sys.stdout = None
    return 0


def run() -> None:
    """Run the command that the process was started with, and end it with the exit status."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
