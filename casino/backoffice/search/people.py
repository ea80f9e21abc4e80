"""People in the search: by what they show; by what they do not, looking for them is an act (ADR 0183)."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.search.answers import MOST, Answer, Found
from casino.backoffice.search.asked import Asked
from casino.web.addresses import address
from casino.wording import words
from kernel.labels import label
from players.audit.operations.finding import By
from players.audit.queries.finding import FoundCase, FoundPerson, find_players
from players.roles import Action, may


def players(known: Answer) -> Iterator[Found]:
    """By their name at the table or their key; where a person may be meant otherwise, the offer to look for them."""
    asked = known.asked
    if asked.email or asked.tail:
        yield _looking(By.EMAIL if asked.email else By.TAIL, asked.email or asked.tail, known.person)
    by_name = _may_be_called(known)
    if not asked.email and asked.since is None and not asked.round:
        name = asked.text if _is_name(asked) else ""
        for row in find_players(name=name, key=asked.player, limit=MOST - by_name):
            yield player(row)
    if by_name:
        yield _looking(By.NAME, asked.text, known.person)


def case(row: FoundCase) -> Found:
    """The row of a complaint of a person without an account, masked."""
    return Found(
        href=address("backoffice:complaint", row.number),
        label=row.number,
        detail=" · ".join(filter(None, (row.name, row.email, label(row.relation)))),
        side=words.date(row.received_at),
        drawing="complaints",
    )


def _looking(how: By, text: str, reader: object) -> Found:
    """Looking for a person by what they did not show is an act, noted with each who is found (ADR 0183). Readers of
    complaints look for people without an account at the same time."""
    labels = {**_LOOKING, **(_LOOKING_WIDER if may(reader, Action.SEE_COMPLAINTS) else {})}
    return Found(
        href=address("backoffice:find_person"),
        label=str(labels[how]) % {"text": text},
        detail=gettext("it is noted that you looked"),
        drawing="players",
        sends=(("how", how.value), ("text", text)),
    )


def _may_be_called(known: Answer) -> bool:
    """Whether a person may have this name, and who asks may see names: two words or more, letters alone, no table's."""
    asked = known.asked
    words_alone = len(asked.words) >= 2 and all(each.isalpha() for each in asked.words)
    return words_alone and asked.since is None and not known.tables and may(known.person, Action.SEE_PERSONAL_DATA)


def _is_name(asked: Asked) -> bool:
    """Whether the text may begin a name at the table; a single letter begins too many."""
    return 2 <= len(asked.text) <= _LONGEST_NAME


def player(row: FoundPerson) -> Found:
    """A player's row, masked."""
    states = [gettext("suspended") if row.suspended else "", gettext("account closed") if row.closed else ""]
    return Found(
        href=address("backoffice:player", row.public_id),
        label=row.nickname,
        detail=" · ".join(filter(None, (row.email, *states))),
        side=str(row.public_id)[:8],
        drawing="players",
    )


_LOOKING: Final = {
    By.EMAIL: gettext_lazy("Players with the email %(text)s"),
    By.TAIL: gettext_lazy("Accounts that end in %(text)s"),
    By.NAME: gettext_lazy("Players with a name like %(text)s"),
}
_LOOKING_WIDER: Final = {
    By.EMAIL: gettext_lazy("People with the email %(text)s"),
    By.NAME: gettext_lazy("People with a name like %(text)s"),
}
_LONGEST_NAME: Final = 60
