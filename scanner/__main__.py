"""`python -m scanner`, or `./sabot manage scanner`: the bridge of one scanner at one table."""

import argparse
import os
import signal
import stat
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scanner.bridge import PATIENCE, Bridge
from scanner.device import SerialDevice
from scanner.house import AddressInvalid, house_of

HERE: Final = "http://127.0.0.1:8000"
TOKEN: Final = "SABOT_SCANNER_TOKEN"  # noqa: S105  the variable's name


def tell(text: str) -> None:
    """A line on the terminal, with its moment, at once."""
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


def options() -> argparse.ArgumentParser:
    """What may be said on the command line."""
    parser = argparse.ArgumentParser(
        prog="./sabot manage scanner", description="Hand in what a serial scanner reads at a croupier's table."
    )
    parser.add_argument("--device", required=True, help="the path of the serial device, such as /dev/ttyACM0")
    parser.add_argument("--table", required=True, help="the table's code, as its address has it: live-1")
    parser.add_argument("--url", default=HERE, help="the address of the house; on another machine with https://")
    parser.add_argument("--token-file", help=f"the file that holds the token; otherwise {TOKEN} in the environment")
    parser.add_argument("--baud", type=_baud, default=9600, help="the speed of the serial line; 9600 otherwise")
    parser.add_argument(
        "--patience",
        type=_patience,
        default=PATIENCE,
        help=f"seconds a reading waits for the house; {PATIENCE:.0f} otherwise",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bridge until Ctrl-C, and answer 0; 1 with one sentence where it cannot begin."""
    given = options().parse_args(arguments)
    try:
        house = house_of(given.url, given.table, _token(given.token_file))
        _serial(given.device)
    except (AddressInvalid, OSError) as error:
        print(f"scanner: {error}", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    device = SerialDevice(given.device, given.baud, tell)
    tell(f"table {given.table} at {given.url}; Ctrl-C ends")
    left = Bridge(device, house, tell, patience=given.patience).run()
    device.close()
    tell(f"ended; readings that were not handed in: {left}")
    return 0


def _baud(text: str) -> int:
    return _within(text, 300, 4_000_000)


def _patience(text: str) -> int:
    return _within(text, 1, 3_600)


def _within(text: str, least: int, most: int) -> int:
    number = int(text)
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
    return number


def _token(file: str | None) -> str:
    """The token from the file or the environment: never from the command line, which others can see."""
    if file is None:
        return os.environ.get(TOKEN, "").strip()
    with Path(file).open(encoding="ascii", errors="replace") as opened:
        return opened.readline(200).strip()


def _serial(path: str) -> None:
    """Raises `AddressInvalid` for a path that is something else. A device that is not there yet is waited for."""
    place = Path(path)
    if place.exists() and not stat.S_ISCHR(place.stat().st_mode):
        raise AddressInvalid(f"--device must be a serial device, such as /dev/ttyACM0; {path} is none.")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # a second Ctrl-C, while the first one waits for the house's last answer
        sys.exit(130)
