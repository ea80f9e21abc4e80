"""The regions of network addresses: a house's own table, and a house without one."""

from pathlib import Path

import pytest

from casino.adapters import regions
from casino.adapters.regions import NetworkTable, region_of
from casino.adapters.registry import Port

TABLE = """# network,region
192.0.2.0/24,PT-11
192.0.2.128/25,pt-13
198.51.100.0/24,ES
2001:db8::/32,PT-30
2001:db8:1::/48,PT-20
"""


@pytest.fixture
def table(tmp_path: Path) -> NetworkTable:
    path = tmp_path / "regions.csv"
    path.write_text(TABLE, encoding="utf-8")
    return NetworkTable(path)


@pytest.mark.parametrize(
    ("address", "region"),
    [
        ("192.0.2.0", "PT-11"),
        ("192.0.2.127", "PT-11"),
        ("192.0.2.128", "PT-13"),
        ("192.0.2.255", "PT-13"),
        ("192.0.3.0", "XX"),
        ("198.51.100.7", "ES"),
        ("2001:db8::1", "PT-30"),
        ("2001:db8:1::1", "PT-20"),
        ("2001:db8:2::1", "PT-30"),
        ("::1", "XX"),
        ("", "XX"),
        ("no address", "XX"),
    ],
)
def test_the_smallest_network_decides(table: NetworkTable, address: str, region: str) -> None:
    assert table.region_of(address) == region


@pytest.mark.parametrize(
    "line", ["192.0.2.0/24", "192.0.2.0/24,Portugal Continental", "192.0.2.1/24,PT", "x,PT", "192.0.2.0/24,P"]
)
def test_a_line_that_is_none_is_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "regions.csv"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(ValueError, match=r"line 1|host bits|does not appear"):
        NetworkTable(path)


class Broken:
    """An adapter at fault."""

    def region_of(self, address: str) -> str:
        raise RuntimeError("out of order")


def test_no_adapter_and_a_broken_one_leave_the_region_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (None, Broken()):
        monkeypatch.setitem(regions._made, Port.REGIONS, each)
        assert region_of("192.0.2.1") == "XX"
        assert region_of("") == ""
    monkeypatch.setitem(regions._made, Port.REGIONS, regions.Sandbox())
    assert region_of("192.0.2.1") == "PT"
