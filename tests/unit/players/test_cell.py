"""The process in which pictures and PDFs are drawn anew: its restrictions, and its end."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from players.complaints import painter
from players.complaints.operations import cell
from players.complaints.operations.cell import CellRejected, drawn_anew
from tests.hostile_files import HIDDEN_SCRIPT, PDF, image, pdf_of, png_of, zipped

linux = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell about its processes")
KINDS = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}


def reason(kind: str, content: bytes) -> str:
    with pytest.raises(CellRejected) as refused:
        drawn_anew(kind, content)
    return refused.value.reason


def children() -> set[int]:
    """Processes that this one has started and that are still there, ended or not."""
    found = set()
    for each in Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that ended meanwhile
            found |= {int(pid) for pid in (each / "children").read_text().split()}
    return found


def files_of(pid: int) -> list[str]:
    found = []
    for each in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the listing's own
            found.append(os.readlink(each))
    return found


@linux
def test_the_cell_gives_up_what_it_does_not_need(tmp_path: Path) -> None:
    """After `confine` no file opens, nothing starts, nothing is written, and memory is bounded; as root or not."""
    said = tmp_path / "said.py"
    said.write_text(
        f"""
import importlib.util, os, socket
found = importlib.util.spec_from_file_location("painter", {str(cell.PAINTER)!r})
painter = importlib.util.module_from_spec(found)
found.loader.exec_module(painter)
painter.prepare("image/png")
painter.confine()
did = []
def attempt(name, what):
    try:
        what()
    except (OSError, MemoryError, ImportError, ValueError):
        return
    did.append(name)
attempt("read", lambda: open({str(said)!r}))
attempt("environment", lambda: open(f"/proc/{{os.getppid()}}/environ"))
attempt("connect", lambda: socket.socket())
attempt("start", lambda: os.fork() or os._exit(0))
attempt("pipe", os.pipe)
attempt("memory", lambda: bytearray(700 * 1024 * 1024))
attempt("root", lambda: os.setuid(0) if os.getuid() else (_ for _ in ()).throw(OSError()))
print(did, os.getuid(), {{"SABOT_SECRET_KEY", "SABOT_SHOE_KEY", "DATABASE_URL"}} & set(os.environ))
"""
    )
    tmp_path.chmod(0o755)
    environment = {name: os.environ[name] for name in cell.KEPT if name in os.environ}
    heard = subprocess.run([sys.executable, "-I", said], env=environment, capture_output=True, text=True, check=False)
    assert heard.returncode == 0, heard.stderr
    did, rest = heard.stdout.split("]")
    who, secrets = rest.split(maxsplit=1)
    assert did == "[", heard.stdout
    assert secrets.strip() == "set()"
    assert int(who) != 0


def test_bombs_are_refused_and_leave_this_process_as_it_was() -> None:
    assert reason("image/png", png_of(6_300, 6_300)) == "too-many-pixels"
    assert reason("image/png", png_of(50_000, 50_000)) == "too-many-pixels"
    assert reason("image/webp", image("WEBP", (4_100, 4_100))) == "too-many-pixels"
    assert reason("image/jpeg", image("JPEG", (300, 300))[:500]) == "damaged"
    assert reason("application/pdf", PDF[:150] + b"%%EOF") == "damaged"
    assert reason("application/pdf", zipped()) == "damaged"


def test_photos_of_a_telephone_are_kept() -> None:
    for kind, size in (("JPEG", (4_032, 3_024)), ("PNG", (4_032, 3_024)), ("JPEG", (8_160, 6_120))):
        assert len(drawn_anew(KINDS[kind], image(kind, size))) > 1_000


def test_a_page_as_large_as_a_house_is_drawn_small() -> None:
    large = PDF.replace(b"[0 0 300 200]", b"[0 0 14400 14400]")
    assert drawn_anew("application/pdf", large).startswith(b"%PDF-")
    assert reason("application/pdf", PDF.replace(b"[0 0 300 200]", b"[0 0 0.001 900000]")) == "damaged"


@linux
@pytest.mark.parametrize("after", [0.0, 0.03, 0.08, 0.15, 0.3])
def test_a_cell_killed_at_any_moment_leaves_nothing_behind(after: float) -> None:
    content = pdf_of([f"pagina {number}" for number in range(20)])
    before, open_before, threads = children(), set(files_of(os.getpid())), threading.active_count()
    told: list[str] = []

    def ask() -> None:
        try:
            drawn_anew("application/pdf", content)
            told.append("drawn")
        except CellRejected as refused:
            told.append(refused.reason)

    asking = threading.Thread(target=ask)
    asking.start()
    while not (cells := children() - before) and asking.is_alive():
        time.sleep(0.005)
    time.sleep(after)
    for each in cells:
        with contextlib.suppress(ProcessLookupError):  # it was quicker
            os.kill(each, signal.SIGKILL)
    asking.join(30)
    assert told in (["too-complex"], ["drawn"])
    assert children() == before
    assert set(files_of(os.getpid())) <= open_before
    over = time.monotonic() + 30
    while threading.active_count() > threads and time.monotonic() < over:
        time.sleep(0.01)
    assert threading.active_count() <= threads, threading.enumerate()
    assert drawn_anew("image/png", image("PNG"))


@linux
@pytest.mark.parametrize("after", [0.05, 0.4])
def test_a_cell_whose_house_is_killed_ends_by_itself(after: float, tmp_path: Path) -> None:
    script = tmp_path / "asks.py"
    script.write_text(
        "from players.complaints.operations.cell import drawn_anew\nfrom tests.hostile_files import pdf_of\n"
        "content = pdf_of(['x'] * 20)\nprint(1, flush=True)\nwhile True:\n    drawn_anew('application/pdf', content)\n"
    )
    root = Path(__file__).resolve().parents[3]
    house = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, cwd=root, env=os.environ | {"PYTHONPATH": str(root)}
    )
    assert house.stdout is not None
    house.stdout.readline()
    time.sleep(after)
    cells = (Path(f"/proc/{house.pid}/task/{house.pid}/children")).read_text().split()
    house.kill()
    house.wait()
    house.stdout.close()
    until = time.monotonic() + painter.CPU_SECONDS + 10
    while any(Path(f"/proc/{each}").exists() for each in cells):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_cell_that_hangs_or_floods_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    monkeypatch.setattr(cell, "PAINTER", wrong)
    monkeypatch.setattr(cell, "WALL_SECONDS", 1.0)
    for program in (
        "import time; time.sleep(60)",
        "import sys\nwhile True: sys.stdout.buffer.write(b'+' * 65536)",
        "import os; os.abort()",
        "print('?')",
        "",
    ):
        wrong.write_text(program)
        began = time.monotonic()
        assert reason("image/png", image("PNG")) == "too-complex"
        assert time.monotonic() - began < 10
    wrong.write_text("print('-rm-rf / 99', end='')")
    assert reason("image/png", image("PNG")) == "rm-rf"


def test_a_third_waits_and_is_then_told_that_the_house_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell, "WAIT_SECONDS", 0.2)
    for _ in range(cell.AT_ONCE):
        assert cell._places.acquire(timeout=1)
    try:
        assert reason("image/png", image("PNG")) == "busy"
    finally:
        for _ in range(cell.AT_ONCE):
            cell._places.release()
    assert drawn_anew("image/png", image("PNG"))


def mutated(dice: random.Random) -> tuple[str, bytes]:
    """A sound file with up to a dozen wounds."""
    seeds = [(mime, image(kind)) for kind, mime in KINDS.items()]
    kind, seed = dice.choice([*seeds, ("application/pdf", PDF), ("application/pdf", HIDDEN_SCRIPT)])
    content = bytearray(seed)
    for _ in range(dice.randint(1, 12)):
        place = dice.randrange(len(content))
        match dice.randrange(3):
            case 0:
                content[place] = dice.randrange(256)
            case 1:
                content[place:place] = dice.choice([b"<svg>", b"PK\x03\x04", b"\0\0", b"/JS ", b"\xff" * 9])
            case _:
                del content[place : place + dice.randint(1, 9)]
                content = content or bytearray(b"x")
    return kind, bytes(content)


STARTS = {"image/jpeg": b"\xff\xd8\xff", "image/png": b"\x89PNG", "image/webp": b"RIFF", "application/pdf": b"%PDF-1.4"}


REASONS = {"damaged", "too-many-pixels", "too-many-pages", "encrypted", "too-complex"}


def outcome(draw: Callable[[str, bytes], bytes], kind: str, content: bytes) -> str:
    """The reason of a rejection, or the beginning of a file of that kind."""
    try:
        return "drawn" if draw(kind, content).startswith(STARTS[kind]) else "something else"
    except (painter.Refused, CellRejected) as refused:
        return refused.reason


def test_hundreds_of_mutated_files_are_drawn_anew_or_refused() -> None:
    """By the painter itself, without a process for each; some through the cell as well."""
    dice = random.Random(5)
    for number in range(600):
        kind, content = mutated(dice)
        assert outcome(painter.paint, kind, content) in REASONS | {"drawn"}
        if number % 25 == 0:
            assert outcome(drawn_anew, kind, content) in REASONS | {"drawn"}
