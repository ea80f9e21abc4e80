"""Personal data is taken out of a text before it is logged, and the rest stays readable."""

import time

import pytest

from casino.web.log_lines import LONGEST, LONGEST_TRACE, without_personal_data
from kernel.redaction import REMOVED, redacted


@pytest.mark.parametrize(
    "secret",
    [
        "ana.reis+casino@exemplo.pt",
        "PT50000201231234567890154",
        "PT50 0002 0123 1234 5678 9015 4",
        "RO49AAAA1B31007593840000",
        "123456789",
        "+351 912 345 678",
        "912345678",
    ],
)
@pytest.mark.parametrize(
    "around", ["{}", "({})", "«{}»", "email={}&x=1", "Key (x)=({}) exists", "a {}, b", "{{'x': '{}'}}"]
)
def test_personal_data_is_taken_out(secret: str, around: str) -> None:
    text = redacted(around.format(secret))
    assert secret not in text
    assert REMOVED in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x\nDETAIL:  Key (nif)=(1) exists.\nnext", f"x\nDETAIL:{REMOVED}\nnext"),
        (
            r"IntegrityError('x\nDETAIL:  Failing row contains (Ana, Rua).\n')",
            rf"IntegrityError('x\nDETAIL:{REMOVED}\n')",
        ),
        ("postgresql://sabot:geheim@127.0.0.1:5432/sabot", f"postgresql://{REMOVED}@127.0.0.1:5432/sabot"),
        ("Not Found: /registar/confirmar/a:b-c/", f"Not Found: /registar/confirmar/{REMOVED}/"),
        ("Bad Request: /recuperar/a_b/", f"Bad Request: /recuperar/{REMOVED}/"),
        ("Gone: /seguranca/email/a_b/", f"Gone: /seguranca/email/{REMOVED}/"),
    ],
)
def test_values_of_rows_and_secrets_are_taken_out(text: str, said: str) -> None:
    assert redacted(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "ponto-e-banca-1-20261122-0072",
        "2026-11-22T10:23:26.132131+00:00",
        "Bad Request: /recuperar/pedido/",
        "Not Found: /mesa/macau-1/",
        "5f3c1d2e-8a4b-4c7d-9e0f-1a2b3c4d5e6f",
        "staked 12345678 cents, 1234567890 microseconds",
        "127.0.0.1:20123",
    ],
)
def test_the_rest_stays(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize("piece", ["a", "a.", "a@", "1", "1 ", "-", "/", "://", "A1", "PT50", "x@y.", "DETAIL:", "\\n"])
def test_a_long_text_takes_no_longer_than_its_length(piece: str) -> None:
    began = time.process_time()
    redacted(piece * (60_000 // len(piece)))
    assert time.process_time() - began < 2


def test_a_stranger_writes_no_pages_into_the_log() -> None:
    path = "/" + "a" * 30_000
    line = without_personal_data(None, "", {"event": f"Not Found: {path}", "of": [path], "exception": path, "n": 1})
    assert line["event"] == f"Not Found: {path}"[:LONGEST] + " … (30012 characters)"
    assert line["of"] == [path[:LONGEST] + " … (30001 characters)"]
    assert line["exception"] == path[:LONGEST_TRACE] + " … (30001 characters)"
    assert line["n"] == 1


def test_a_text_is_cleaned_before_it_is_cut() -> None:
    text = "x" * (LONGEST - 15) + " ana.reis@exemplo.pt"
    assert "ana" not in str(without_personal_data(None, "", {"event": text})["event"])
