"""Corrected files for the regulator, and strange ones: the browser says what `verify_days.py` says (V15)."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from reporting.verifier.verify_days import HOLDS, USAGE
from tests.days_in_node import Browser, Question, both, by_python, started
from tests.sealed_days import SealedHouse
from tests.unit.reporting.test_verify_meaning import Lines, _correction

DAY, HOUR = "RESF_20260328_A01", "AJOG_2026032810_A01"
SUMMARY = (
    "<r><total_comissoes>0.00</total_comissoes><total_ganhos>0.00</total_ganhos>"
    "<total_apostas>{}</total_apostas><total_reembolsos>0.00</total_reembolsos></r>"
)
PLAY = "<r><a_valor>{}</a_valor><a_comissao>0.00</a_comissao><g_ganho>0.00</g_ganho><r_valor>0.00</r_valor></r>"
FIRST = {f"{DAY}.xml": SUMMARY.format("10.00"), f"{HOUR}.xml": PLAY.format("10.00")}
AGAIN = {f"{DAY}rp.xml": SUMMARY.format("12.00"), f"{HOUR}rp.xml": PLAY.format("12.00")}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def house(folder: Path, *leaves: bytes) -> Path:
    """A sealed day with two files, and what the log says of them; the files lie in `xml`."""

    def spoil(lines: Lines) -> None:
        lines["files.json"][0].update(files=[{"name": name, "sha256": digest(FIRST[name])} for name in sorted(FIRST)])

    made = SealedHouse(folder)
    made.play_day(8, spoil=spoil)
    made.entries.extend(leaves)
    made.publish()
    (made.folder / "xml").mkdir()
    return made.folder


def lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / "xml" / name).write_text(text)


def said_of(browser: Browser, folder: Path) -> list[tuple[str, str]]:
    said = both(browser, folder, Question(files=folder / "xml"))
    assert (said["status"] == HOLDS) is (not said["faults"])
    return [(each["file"], each["element"]) for each in said["faults"]]


def test_corrected_files_are_those_of_the_log(browser: Browser, tmp_path: Path) -> None:
    told = {name[:-4]: (digest(FIRST[f"{name[:-6]}.xml"]), digest(text)) for name, text in AGAIN.items()}
    folder = house(tmp_path / "once", _correction(**told))
    lay(folder, AGAIN)
    assert said_of(browser, folder) == []
    lay(folder, {f"{HOUR}.xml": "<another/>"})
    assert said_of(browser, folder) == [(f"{HOUR}.xml", "")], "held to the seal where it is there"
    lay(folder, FIRST)
    assert said_of(browser, folder) == []
    (folder / "xml" / f"{DAY}rp.xml").unlink()
    assert said_of(browser, folder) == [(f"{DAY}rp.xml", "")], "a corrected file that is missing"


def test_a_correction_that_leads_on_from_another_file(browser: Browser, tmp_path: Path) -> None:
    told = {name[:-4]: (digest("another"), digest(text)) for name, text in AGAIN.items()}
    folder = house(tmp_path / "elsewhere", _correction(**told))
    lay(folder, AGAIN)
    assert said_of(browser, folder)[0] == (f"{HOUR}rp.xml", "")


@pytest.mark.parametrize(
    "text",
    ["", "no xml", "<r>", "<r/><r/>", "<r a='1'/>", "<r>&amp;&#65;</r>", "<r>&other;</r>", "<r>\x01</r>", "<r>]]></r>"],
)
def test_whatever_lies_there_as_a_file(browser: Browser, tmp_path: Path, text: str) -> None:
    folder = house(tmp_path / "strange")
    lay(folder, FIRST | {f"{HOUR}.xml": text})
    assert (f"{HOUR}.xml", "") in said_of(browser, folder)


def test_a_summary_that_declares_anything_is_not_read(browser: Browser, tmp_path: Path) -> None:
    folder = house(tmp_path / "declares")
    lay(folder, FIRST | {f"{DAY}.xml": f'<!DOCTYPE r [<!ENTITY a "b">]>{FIRST[f"{DAY}.xml"]}'})
    every = both(browser, folder, Question(files=folder / "xml"), modes=(True,))
    assert [each["element"] for each in every["faults"]] == ["", "?"]


def test_an_encrypted_package_is_told_of_and_not_looked_at(browser: Browser, tmp_path: Path) -> None:
    folder = house(tmp_path / "encrypted")
    (folder / "xml" / "PACK_20260328_A01.zip.p7m").write_bytes(b"0\x80")
    question = Question(files=folder / "xml")
    assert by_python(folder, question, every=False) == {"status": USAGE}
    found = browser.ask(**question.document(folder), every=False)
    assert (found["status"], found["encrypted"]) == (HOLDS, 1)
    lay(folder, FIRST)
    (folder / "xml" / f"{DAY}.xml.p7s").write_bytes(b"0\x80")
    assert said_of(browser, folder) == [], "other files beside them do not matter"
