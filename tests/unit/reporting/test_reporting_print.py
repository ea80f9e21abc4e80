"""How the columns of a printed table share the sheet."""

from collections.abc import Sequence

from reporting.writers import pdf_file
from reporting.writers.pdf_file import BREAK, _Longest, _longest_piece


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]], *, size: float, landscape: bool) -> list[int]:
    longest = [_Longest(title) for title in head]
    for row in rows:
        for each, cell in zip(longest, row, strict=True):
            each.see(cell)
    return pdf_file._widths(longest, size=size, landscape=landscape)


def test_a_text_that_fits_is_left_as_it_is() -> None:
    assert _widths(["Mesa", "Apostado"], [["macau-1", "1 000,00"]], size=7.6, landscape=False) == []


def test_no_column_is_narrower_than_what_cannot_be_broken() -> None:
    key = f"7247a199-{BREAK}a757-{BREAK}483a-{BREAK}a5cb-{BREAK}d64dcf3b3837"
    head = ["Jogador", *["Comissão"] * 13, "Possíveis"]
    row = [key, *["0,00"] * 13, "ganha se o ponto ganhar; devolvida em empate; senão perde"]
    widths = _widths(head, [row], size=6.0, landscape=True)
    assert widths[0] >= 100 * len("d64dcf3b3837")
    assert min(widths[1:14]) >= 100 * len("Comissão")
    assert widths[14] > 100 * len("devolvida")


def test_a_sheet_too_small_for_all_of_it_gives_each_its_need() -> None:
    head = ["Extraordinariamente"] * 20
    assert set(_widths(head, [["x y"] * 20], size=6.0, landscape=False)) == {100 * _longest_piece(head[0])}


def test_a_table_without_rows_is_as_wide_as_its_head() -> None:
    assert _widths(["Mesa"], [], size=7.6, landscape=False) == []
