"""Money, shares and moments as pages write them, and amounts as players type them."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from babel.dates import format_datetime, format_time
from babel.numbers import format_currency, format_decimal
from django.utils import timezone, translation
from django.utils.formats import date_format
from hypothesis import given
from hypothesis import strategies as st

from casino.wording import words


@pytest.mark.parametrize(
    ("language", "cents", "currency", "text"),
    [
        ("pt", 123450, "EUR", "1 234,50 €"),
        ("pt", -4250, "EUR", "−42,50 €"),
        ("pt", 0, "EUR", "0,00 €"),
        ("pt", 123450, "PLAY", "1 234,50 fichas"),
        ("en", 123450, "EUR", "€1,234.50"),
        ("ro", 123450, "EUR", "1.234,50 EUR"),
    ],
)
def test_money_by_locale(language: str, cents: int, currency: str, text: str) -> None:
    with translation.override(language):
        assert words.money(cents, currency).replace("\N{NO-BREAK SPACE}", " ") == text


@given(cents=st.integers(-(10**12), 10**12), language=st.sampled_from(["pt", "en", "ro"]))
def test_amounts_are_written_as_the_locale_writes_them(cents: int, language: str) -> None:
    with translation.override(language):
        plain = {
            words.money(cents, "EUR"): format_currency(Decimal(cents) / 100, "EUR", locale=words.locale()),
            words.amount(cents): format_decimal(Decimal(cents) / 100, "#,##0.00", locale=words.locale()),
        }
        assert list(plain) == [text.replace("-", "\N{MINUS SIGN}") for text in plain.values()]


@given(
    value=st.integers(-(10**12), 10**12),
    at=st.datetimes(datetime(1990, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)),
    places=st.integers(0, 4),
    language=st.sampled_from(["pt", "en", "ro"]),
)
def test_figures_and_moments_are_written_as_the_locale_writes_them(
    value: int, at: datetime, places: int, language: str
) -> None:
    with translation.override(language):
        locale, local = words.locale(), timezone.localtime(at)
        days = "dd.MM.yyyy" if language == "ro" else "dd/MM/yyyy"
        share = format_decimal(round(Decimal(value) / 100, places), "0." + "0" * places, locale=locale)
        whole = format_decimal(value, "#,##0", locale=locale).replace("-", "\N{MINUS SIGN}")
        assert words.number(value) == whole
        assert (
            words.after(timedelta(milliseconds=value)) == ("+" if value >= 0 else "") + whole + "\N{NO-BREAK SPACE}ms"
        )
        assert words.moment(at) == format_datetime(local, f"{days} HH:mm:ss", locale=locale)
        assert words.clock(at) == format_time(local, "HH:mm:ss", locale=locale)
        assert words.percent(Decimal(value) / 10_000, places).startswith(share.replace("-", "\N{MINUS SIGN}"))
        rate = format_decimal(Decimal(value) / 10_000, "0.0000", locale=locale)
        assert words.millionths(value) == rate.replace("-", "\N{MINUS SIGN}")


def test_money_is_never_a_fraction() -> None:
    with pytest.raises(TypeError):
        words.money(12.5, "EUR")  # type: ignore[arg-type]  # the very mistake


@pytest.mark.parametrize("text", ["", "abc", "-5", "5,", "1,2,3", "1,234.567", "½", "5,001", "٣", "1e3", "0x10"])
def test_invalid_amounts(text: str) -> None:
    with translation.override("pt"):
        assert words.cents_of(text) is None


@pytest.mark.parametrize(
    ("language", "text", "cents"),
    [
        ("pt", "37,50", 3750),
        ("pt", "37.5", 3750),
        ("pt", "1.234", 123400),
        ("pt", "1,234", None),
        ("pt", "1.234,50", 123450),
        ("en", "1,234.50", 123450),
        ("en", "1.234", None),
        ("ro", "1.000.000", 100_000_000),
    ],
)
def test_amounts_as_they_are_typed(language: str, text: str, cents: int | None) -> None:
    with translation.override(language):
        assert words.cents_of(text) == cents


@given(st.integers(min_value=0, max_value=10**11), st.sampled_from(["pt", "en", "ro"]))
def test_shown_amounts_can_be_typed(cents: int, language: str) -> None:
    with translation.override(language):
        assert words.cents_of(words.money(cents, "EUR").replace("EUR", "")) == cents


def test_a_share_as_percentage() -> None:
    with translation.override("pt"):
        assert words.percent(Fraction(12351, 1_000_000)) == "1,24\N{NO-BREAK SPACE}%"
    with translation.override("en"):
        assert words.percent(Fraction(-12351, 1_000_000)) == "−1.24%"


def test_a_share_in_millionths_is_said_as_any_other() -> None:
    with translation.override("pt"):
        for millionths in (0, 49, 50, 150, -150, -1, 12_351, -12_350, 12_450, 1_000_000):
            assert words.share(millionths) == words.percent(Decimal(millionths).scaleb(-6))


@pytest.mark.parametrize(("language", "day"), [("pt", "01/07/2026"), ("en", "01/07/2026"), ("ro", "01.07.2026")])
def test_a_moment_is_on_the_house_clock_and_days_are_written_alike(language: str, day: str) -> None:
    at = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    with translation.override(language):
        assert words.moment(at) == f"{day} 13:00:00"
        assert date_format(at, "SHORT_DATE_FORMAT") == day


def test_a_length_of_time() -> None:
    assert words.duration(2832) == "0:47:12"


@pytest.mark.parametrize(("language", "pattern"), [("pt", "# €"), ("en", "€#"), ("ro", "# EUR")])
def test_where_scripts_put_the_figures(language: str, pattern: str) -> None:
    with translation.override(language):
        assert words.money_pattern("EUR").replace("\N{NO-BREAK SPACE}", " ") == pattern
