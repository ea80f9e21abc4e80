"""The contract of the archive: bytes delivered once come back as they were (PT-56)."""

from typing import Protocol

import pytest

from reporting.operations.archiving import Archive

NAME = "daily-reports/2024/2024-03-27-r1.json"
CONTENT = b'{"dia":"2024-03-27","receita":1}'


class OutsideArchive(Protocol):
    """An archive whose test system can be switched off and bent."""

    archive: Archive

    def switch_off(self) -> None:
        """Nothing is kept and nothing comes from now on."""

    def bend(self, name: str) -> None:
        """What lies there under a name is another from now on."""


class ArchiveKit:
    """The rules of every archive."""

    def test_what_is_delivered_comes_back(self, outside: OutsideArchive) -> None:
        receipt = outside.archive.deliver(NAME, CONTENT)
        assert 1 <= len(receipt) <= 200
        assert outside.archive.fetch(NAME) == CONTENT

    def test_a_second_delivery_is_none(self, outside: OutsideArchive) -> None:
        assert outside.archive.deliver(NAME, CONTENT) == outside.archive.deliver(NAME, CONTENT)
        assert outside.archive.fetch(NAME) == CONTENT

    def test_a_name_keeps_its_first_bytes(self, outside: OutsideArchive) -> None:
        outside.archive.deliver(NAME, CONTENT)
        with pytest.raises(OSError):  # noqa: PT011  (which one is the archive's affair)
            outside.archive.deliver(NAME, CONTENT + b" ")
        assert outside.archive.fetch(NAME) == CONTENT

    def test_names_are_told_apart(self, outside: OutsideArchive) -> None:
        other = NAME.replace("r1", "r2")
        outside.archive.deliver(NAME, CONTENT)
        outside.archive.deliver(other, b"{}")
        assert (outside.archive.fetch(NAME), outside.archive.fetch(other)) == (CONTENT, b"{}")

    def test_what_is_not_there_says_so(self, outside: OutsideArchive) -> None:
        with pytest.raises(OSError):  # noqa: PT011
            outside.archive.fetch(NAME)

    def test_what_is_removed_is_gone_and_may_be_removed_again(self, outside: OutsideArchive) -> None:
        other = NAME.replace("r1", "r2")
        outside.archive.deliver(NAME, CONTENT)
        outside.archive.deliver(other, b"{}")
        outside.archive.remove(NAME)
        outside.archive.remove(NAME)
        with pytest.raises(OSError):  # noqa: PT011
            outside.archive.fetch(NAME)
        assert outside.archive.fetch(other) == b"{}"
        outside.archive.deliver(NAME, CONTENT + b" ")
        assert outside.archive.fetch(NAME) == CONTENT + b" "

    def test_an_archive_that_cannot_be_reached_removes_nothing(self, outside: OutsideArchive) -> None:
        outside.archive.deliver(NAME, CONTENT)
        outside.switch_off()
        with pytest.raises(OSError):  # noqa: PT011
            outside.archive.remove(NAME)

    def test_an_archive_that_cannot_be_reached_says_so(self, outside: OutsideArchive) -> None:
        outside.switch_off()
        with pytest.raises(OSError):  # noqa: PT011
            outside.archive.deliver(NAME, CONTENT)
