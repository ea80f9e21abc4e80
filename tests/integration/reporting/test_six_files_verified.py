"""A touched file for the regulator: both verifiers name its record and element by the sealed day (V15)."""

import io
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from reporting.operations import log, make_due_reports
from reporting.operations.exporting_days import export_days
from reporting.operations.sealed_days import seal_due
from reporting.verifier.verify_days import HOLDS
from tests.days_in_node import Browser, Question, both, started
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS
from tests.integration.reporting.test_safe_files import AFTER, Night, made
from tests.integration.reporting.test_safe_files import night as night
from tests.rules import rule
from tests.settled import days_settle

pytestmark = pytest.mark.django_db
AJOG, JGDR, RESF, SESS, TRAN = (
    "AJOG_2026031012_2AA.xml",
    "JGDR_2026031012_2AA.xml",
    "RESF_20260310_2AA.xml",
    "SESS_2026031012_2AA.xml",
    "TRAN_2026031012_2AA.xml",
)


@pytest.fixture
def exported(night: Night, settings: LazySettings, tmp_path: Path) -> Iterator[Path]:
    """A sealed day whose files were made, as it leaves the house; the files lie in `xml`."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        night.round(PONTO_WINS, (night.rita, {"ponto": 10_00, "empate": 5_00}))
        night.round(BANCA_WINS_WITH_5, (night.rita, {"banca": 50_00}))
        files = made()
        make_due_reports(now=AFTER)
        seal_due(now=AFTER)
        log.keep_log(now=AFTER)
        export_days(into=tmp_path / "out")
        with zipfile.ZipFile(io.BytesIO(files.content)) as package:
            package.extractall(tmp_path / "out" / "xml")
        yield tmp_path / "out"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


Named = Callable[[], tuple[str, int, str] | None]


@pytest.fixture
def named(exported: Path, browser: Browser) -> Named:
    """File, record and element of the first fault, as both verifiers say; None where all holds."""

    def named() -> tuple[str, int, str] | None:
        said = both(browser, exported, Question(keys=(log.verifier_key(),), files=exported / "xml"))
        if said["status"] == HOLDS:
            return None
        fault = said["faults"][0]
        assert fault["code"] == "V15"
        return fault["file"], fault["record"], fault["element"]

    return named


def touch(path: Path, element: str, record: int, value: str) -> None:
    """Write another value into an element of one record."""
    parts = path.read_text().split(f"<{element}>")
    parts[record] = value + parts[record][parts[record].index("</") :]
    path.write_text(f"<{element}>".join(parts))


@rule("PT-67", asserts="A value of a sealed day's files that was touched is named by its file, record and element.")
@pytest.mark.parametrize(
    ("file", "element", "record", "value"),
    [
        (TRAN, "saldo_mov", 2, "1000.01"),
        (TRAN, "saldo_ini", 1, "0.01"),
        (TRAN, "cod_optct", 2, "DEBITO"),
        (TRAN, "timestp_op", 1, "20260310120001.000000 +00:00"),
        (TRAN, "codjogador", 2, "another"),
        (AJOG, "a_valor", 3, "50.01"),
        (AJOG, "g_ganho", 1, "20.01"),
        (AJOG, "a_comissao", 3, "0.01"),
        (AJOG, "a_saldo_fim", 2, "0.00"),
        (AJOG, "cartas_b", 3, "2H-3D"),
        (AJOG, "pontuacao_p", 2, "9"),
        (AJOG, "timestp_fim", 1, "20260310120000.000000 +00:00"),
        (AJOG, "id_partida", 3, "banca-1-999999"),
        (AJOG, "cod_aptr_jog", 2, "banca-1-999999/empate"),
        (AJOG, "id_mesa", 1, "banca-9"),
    ],
)
def test_a_touched_value_is_named(
    exported: Path, named: Named, file: str, element: str, record: int, value: str
) -> None:
    assert named() is None
    touch(exported / "xml" / file, element, record, value)
    assert named() == (file, record, element)


@pytest.mark.parametrize(("file", "element"), [(AJOG, "ip_jogador"), (JGDR, "telefone"), (SESS, "dispositivo")])
def test_what_stands_in_no_sealed_line_is_told_of_the_file(
    exported: Path, named: Named, file: str, element: str
) -> None:
    touch(exported / "xml" / file, element, 1, "x")
    assert named() == (file, 0, "")


def test_a_record_that_was_taken_out_or_has_another_shape_is_named(exported: Path, named: Named) -> None:
    path = exported / "xml" / TRAN
    lines = path.read_text().splitlines(keepends=True)
    at = next(place for place, line in enumerate(lines) if line.startswith("<conta>"))
    path.write_text("".join(lines[:at] + lines[at + 1 :]))
    assert named() == (TRAN, 1, "codjogador")
    path.write_text("".join([*lines[: at + 1], *lines[at + 2 :]]))
    assert named() == (TRAN, 2, "conta")


def test_bytes_that_no_reader_follows_are_told_by_the_record_before_them(exported: Path, named: Named) -> None:
    path = exported / "xml" / AJOG
    text = path.read_text()
    path.write_text(text.replace("</pbanca>", "</pbanco>", 2).replace("</pbanco>", "</pbanca>", 1))
    assert named() == (AJOG, 2, "")
    path.write_text(text.replace("<ficheiro>", '<!DOCTYPE a [<!ENTITY b "c">]><ficheiro>', 1))
    assert named() == (AJOG, 0, "")


def test_both_verifiers_say_the_same_of_touched_bytes(exported: Path, named: Named) -> None:
    dice = random.Random(7)
    for file in (AJOG, TRAN, SESS, RESF):
        path = exported / "xml" / file
        whole = path.read_bytes()
        for _ in range(12):
            at = dice.randrange(len(whole))
            path.write_bytes(whole[:at] + bytes([dice.choice(b"<>&/a1.")]) + whole[at + 1 :])
            found = named()
            assert found is None or found[0] == file
        path.write_bytes(whole)
    assert named() is None


def test_a_file_that_is_missing_is_named_by_both(exported: Path, named: Named) -> None:
    (exported / "xml" / JGDR).unlink()
    assert named() == (JGDR, 0, "")
