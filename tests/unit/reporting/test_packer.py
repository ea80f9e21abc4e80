"""Packages signed and encrypted: by the right keys, for the regulator alone, and never with an old certificate."""

import io
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat, pkcs7

from casino.adapters.packer import Cms, Sandbox
from reporting.six_files.package import packed
from reporting.six_files.packer import CmsPacker, PackerInvalid, PackingRefused
from tests.certificates import LONG_AGO, Certificate
from tests.rules import rule

NAME = "PACK_20260310_2AA.zip"
FILES = {"EXCL_20260310_2AA.xml": b"<a/>\n", "RESF_20260310_2AA.xml": b"<b>\xc3\xa9</b>\n" * 500}
NOW = datetime(2026, 3, 11, 0, 10, tzinfo=UTC)
SIGNATURE_BYTES = 256


@pytest.fixture(scope="module")
def operator() -> Certificate:
    return Certificate("casa")


@pytest.fixture(scope="module")
def regulator() -> Certificate:
    return Certificate("regulador")


def packer(operator: Certificate, regulator: Certificate) -> CmsPacker:
    return CmsPacker(certificates=operator.pem, key=operator.key_pem, recipient=regulator.pem)


def opened(content: bytes, regulator: Certificate) -> dict[str, bytes]:
    plain = pkcs7.pkcs7_decrypt_der(content, regulator.certificate, regulator.key, [])
    with zipfile.ZipFile(io.BytesIO(plain)) as found:
        return {name: found.read(name) for name in found.namelist()}


@rule(
    "PT-71",
    asserts="A package holds each file with its signature and is read with the regulator's key; a changed file does "
    "not hold.",
)
def test_each_file_is_signed_and_the_whole_encrypted(operator: Certificate, regulator: Certificate) -> None:
    name, content = packer(operator, regulator).pack(NAME, packed(FILES), now=NOW)
    assert name == f"{NAME}.p7m"
    found = opened(content, regulator)
    assert sorted(found) == sorted([*FILES, *(f"{each}.p7s" for each in FILES)])
    for each, plain in FILES.items():
        signature = found[f"{each}.p7s"]
        assert found[each] == plain
        assert pkcs7.load_der_pkcs7_certificates(signature) == [operator.certificate]
        public = operator.key.public_key()
        public.verify(signature[-SIGNATURE_BYTES:], plain, PKCS1v15(), SHA256())
        with pytest.raises(InvalidSignature):
            public.verify(signature[-SIGNATURE_BYTES:], plain + b" ", PKCS1v15(), SHA256())
    with pytest.raises(ValueError, match="recipient"):
        opened(content, Certificate("outro"))


def test_the_same_files_have_the_same_signatures(operator: Certificate, regulator: Certificate) -> None:
    first, second = (packer(operator, regulator).pack(NAME, packed(FILES), now=NOW)[1] for _ in range(2))
    assert first != second, "encrypted anew"
    assert opened(first, regulator) == opened(second, regulator)


@pytest.mark.parametrize("whose", ["operator", "regulator"])
def test_nothing_is_packed_before_a_certificate_begins_or_after_it_ends(whose: str) -> None:
    before = LONG_AGO - timedelta(days=1)
    found = {each: Certificate(each, begins=before) for each in ("operator", "regulator")}
    found[whose] = Certificate(whose, begins=LONG_AGO, lasts=timedelta(days=30))
    packs = packer(found["operator"], found["regulator"])
    last = LONG_AGO + timedelta(days=30)
    for well in (LONG_AGO, last):
        packs.pack(NAME, packed(FILES), now=well)
    for ill in (LONG_AGO - timedelta(seconds=1), last + timedelta(seconds=1)):
        with pytest.raises(PackingRefused, match=whose):
            packs.pack(NAME, packed(FILES), now=ill)
    assert [each.at for each in packs.endings()][whose == "regulator"] == last


def test_what_cannot_pack_is_named(operator: Certificate, regulator: Certificate) -> None:
    small = Certificate("pequena", bits=1_024)
    for certificates, key, recipient, why in (
        (b"x", operator.key_pem, regulator.pem, "PEM"),
        (operator.pem, b"x", regulator.pem, "PEM"),
        (operator.pem, regulator.key_pem, regulator.pem, "key is not that of"),
        (small.pem, small.key_pem, regulator.pem, "pequena"),
        (operator.pem, operator.key_pem, small.pem, "pequena"),
    ):
        with pytest.raises(PackerInvalid, match=why):
            CmsPacker(certificates=certificates, key=key, recipient=recipient)


def test_the_site_names_its_files(
    operator: Certificate, regulator: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PackerInvalid, match="SABOT_PACKER_CERTIFICATE"):
        Cms()
    locked = operator.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"palavra"))
    for name, content in (("certificate", operator.pem), ("key", locked), ("recipient", regulator.pem)):
        (tmp_path / name).write_bytes(content)
        monkeypatch.setenv(f"SABOT_PACKER_{name.upper()}", str(tmp_path / name))
    with pytest.raises(PackerInvalid):
        Cms()
    monkeypatch.setenv("SABOT_PACKER_KEY_PASSWORD", "palavra")
    assert opened(Cms().pack(NAME, packed(FILES), now=NOW)[1], regulator).keys() >= FILES.keys()


def test_a_demonstration_makes_its_own(tmp_path: Path) -> None:
    sandbox, now = Sandbox(tmp_path), datetime.now(UTC)
    assert sandbox.endings() == ()
    _, content = sandbox.pack(NAME, packed(FILES), now=now)
    again = Sandbox(tmp_path)
    assert len(again.endings()) == 2
    assert again.pack(NAME, packed(FILES), now=now)[1] != content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["operator.pem", "regulator.pem"]
