"""The names of the files and of a day's package (PT-60)."""

import re
from datetime import date
from enum import StrEnum
from typing import Final

from reporting.six_files.hours import Hour, hours_of, parts_of


class Category(StrEnum):
    """The six files; their values are how their names begin."""

    SUMMARY = "RESF"
    PLAYERS = "JGDR"
    SIGN_INS = "SESS"
    PLAY = "AJOG"
    MONEY = "TRAN"
    EXCLUSIONS = "EXCL"


HOURLY: Final = (Category.PLAYERS, Category.SIGN_INS, Category.PLAY, Category.MONEY)
DAILY: Final = (Category.SUMMARY, Category.EXCLUSIONS)
PATTERN: Final = re.compile(
    r"(RESF|EXCL)_[0-9]{8}_[0-9A-Z]{3}(rp)?\.xml|(JGDR|SESS|AJOG|TRAN)_[0-9]{8}([01][0-9]|2[0-3])_[0-9A-Z]{3}(rp)?\.xml"
    r"|(JGDR|SESS|AJOG|TRAN)_[0-9]{8}01_[0-9A-Z]{3}(2(rp)?|rprp)\.xml"
)
"""The last line is of the second file of October's hour that comes twice, where a house makes two."""


def name_of(category: Category, of: Hour | date, vault: str, *, again: bool = False) -> str:
    """A file's name; `again`: it takes the place of one that was sent before.

    >>> name_of(Category.EXCLUSIONS, date(2026, 3, 29), "2AA", again=True)
    'EXCL_20260329_2AArp.xml'
    """
    when, mark = (of.label, of.mark) if isinstance(of, Hour) else (f"{of:%Y%m%d}", "")
    return f"{category.value}_{when}_{vault}{mark}{'rp' if again else ''}.xml"


def names_of(day: date, vault: str, repeated: str = "merge") -> tuple[str, ...]:
    """Every name that a day's package has, sorted: 98, and 94 in the change of March (H02, H03).

    >>> [len(names_of(date(2026, *each), "2AA")) for each in ((3, 28), (3, 29), (10, 25))]
    [98, 94, 98]
    >>> len(names_of(date(2026, 10, 25), "2AA", "second-suffix"))
    102
    """
    of_hours = (name for hour in hours_of(day) for name in names_of_hour(hour, vault, repeated))
    return tuple(sorted([*(name_of(category, day, vault) for category in DAILY), *of_hours]))


def names_of_hour(hour: Hour, vault: str, repeated: str = "merge") -> tuple[str, ...]:
    """The names of an hour's four files, sorted; eight of an hour that is told in two.

    >>> names_of_hour(hours_of(date(2026, 3, 29))[1], "2AA")[0]
    'AJOG_2026032902_2AA.xml'
    """
    parts = parts_of(hour, repeated)
    return tuple(sorted(name_of(category, part, vault) for part in parts for category in HOURLY))


def name_again(name: str) -> str:
    """The name of a file that takes the place of the one that had this name when it was made first.

    >>> name_again("RESF_20260329_2AA.xml")
    'RESF_20260329_2AArp.xml'
    """
    return f"{name.removesuffix('.xml')}rp.xml"


def first_name(name: str, correction: int) -> str:
    """The name that a file had when it was made first; `correction` is the number of the one that made it, or 0.

    The second file of an hour that comes twice may end in `rp` itself: it is known by its number.

    >>> first_name("AJOG_2026032912_2AArp.xml", 1), first_name("AJOG_2026102501_2AArp.xml", 0)
    ('AJOG_2026032912_2AA.xml', 'AJOG_2026102501_2AArp.xml')
    """
    return f"{name.removesuffix('rp.xml')}.xml" if correction and name.endswith("rp.xml") else name


def package_of(day: date, vault: str, *, begins: str = "PACK", again: int = 0) -> str:
    """The name of a day's package; `again`: of its correction of this number.

    From the second correction on the number stands in the name: no package lies in the place of another in the safe.

    >>> [package_of(date(2026, 3, 29), "2AA", again=number) for number in range(3)]
    ['PACK_20260329_2AA.zip', 'PACK_20260329_2AArp.zip', 'PACK_20260329_2AArp2.zip']
    """
    made_again = f"rp{again if again > 1 else ''}" if again else ""
    return f"{begins}_{day:%Y%m%d}_{vault}{made_again}.zip"
