"""The streams of evidence that are chained, and the text that each of their rows is hashed as.

A text is a JSON array of the row's columns that never change, moments as microseconds since 1970. Another text for the
same rows is another version: links keep the version that they were made with.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Stream:
    """Rows with a rising number: SQL that reads `key` and `text` of those with `{key}` in a range."""

    name: str
    key: str
    """The column that counts."""
    table: str
    joined: str
    columns: str
    version: int = 1

    def rows(self, after: str, last: str) -> str:
        """SQL for the keys and texts above `after` up to `last`, which are SQL too."""
        return _ROWS.format(
            key=self.key, columns=self.columns, table=self.table, joined=self.joined, after=after, last=last
        )


_ROWS: Final = """
SELECT t.{key} AS key, jsonb_build_array({columns})::text AS text FROM {table} t {joined}
WHERE t.{key} > {after} AND t.{key} <= {last}
"""


def _at(column: str) -> str:
    return f"(extract(epoch FROM {column}) * 1000000)::bigint"


_BETS: Final = (
    "(SELECT jsonb_agg(jsonb_build_array(b.id, b.person_id, b.session_id, b.key, b.chance, b.stake, b.outcome, b.prize,"
    " b.commission, b.returned) ORDER BY b.id) FROM tables_public_bet b WHERE b.round_id = t.round_id)"
)

STREAMS: Final[Mapping[str, Stream]] = {
    stream.name: stream
    for stream in (
        Stream(
            "ledger",
            "id",
            "wallet_public_transfer",
            "",
            "t.id, t.debit_account, t.credit_account, t.amount, t.code, t.key, t.reference, t.balance_before,"
            f" t.balance_after, {_at('t.created_at')}",
        ),
        Stream(
            "slips",
            "id",
            "tables_public_slip",
            "",
            "t.id, t.person_id, t.key, t.round_id, t.session_id, t.number, t.lines, t.refusal,"
            f" {_at('t.received_at')}, {_at('t.taken_at')}",
        ),
        Stream(
            "rounds",
            "id",
            "tables_public_finishedround",
            "LEFT JOIN tables_public_round r ON r.id = t.round_id",
            "t.id, t.round_id, r.code, r.table_id, r.configuration_id, r.shoe_id, r.number, r.round_of_shoe,"
            " r.first_card, r.phase, r.stakes_account, r.sums, r.void_reason, r.cards, r.winner, r.proofs,"
            f" {_at('r.opened_at')}, {_at('r.closes_at')}, {_at('r.closed_at')}, {_at('r.settled_at')},"
            f" {_at('r.voided_at')}, {_BETS}",
        ),
        Stream(
            "audit",
            "id",
            "players_public_auditentry",
            "",
            f"t.id, {_at('t.at')}, t.act, t.by, t.origin, t.login, t.change, t.subject, t.subject_id, t.before,"
            " t.after",
        ),
        Stream(
            "events",
            "id",
            "players_public_event",
            "",
            f"t.id, t.act, t.era, {_at('t.at')}, t.name, t.by, t.person_id, t.table_id, t.round_code, t.subject,"
            " t.subject_key, t.facts, t.why",
        ),
        Stream(
            "notices",
            "id",
            "players_public_paymentnotice",
            "",
            "t.id, t.provider, t.event, t.kind, t.provider_ref, t.amount, t.currency, t.owner_name, t.outcome,"
            f" {_at('t.received_at')}",
        ),
        Stream(
            "openings",
            "id",
            "tables_public_voidopening",
            "",
            f"t.id, t.round_id, {_at('t.opened_at')}, t.cards, t.proofs, t.unreadable",
        ),
        Stream(
            "cards",
            "id",
            "tables_public_cardevent",
            "",
            f"t.id, t.table_id, t.shoe_id, t.round_id, {_at('t.at')}, t.kind, t.slot, t.card, t.deck, t.source,"
            " t.device, t.refusal, t.croupier_id, t.decided_by_id, t.replaces_id",
        ),
        Stream(
            "connections",
            "id",
            "tables_public_connection",
            "",
            f"t.id, t.code, t.process_id, t.person_id, t.table_id, {_at('t.opened_at')}, t.address, t.device",
        ),
        Stream(
            "disconnections",
            "id",
            "tables_public_closedconnection",
            "LEFT JOIN tables_public_connection c ON c.id = t.connection_id",
            f"t.id, t.connection_id, c.code, {_at('c.closed_at')}, c.close_code",
        ),
        Stream(
            "clocks",
            "id",
            "tables_public_clockchange",
            "",
            f"t.id, t.dealer, {_at('t.at')}, t.ahead_ms, t.agrees",
        ),
        Stream(
            "reports",
            "id",
            "reporting_dailyreport",
            "",
            f"t.id, t.day, t.revision, {_at('t.made_at')}, t.definition, t.software, t.document, t.sha256",
        ),
    )
}
