"""Where the lines of a sealed day are read: one statement a file, in the order of the file's key (docs/sealed-days.md).

All of them take `since` and `until`, the bounds of the day. They read what the apps publish.
"""

from typing import Final

LEDGER: Final = """
SELECT x.id, x.created_at, x.code, x.key::text, d.currency, x.amount, d.id, d.kind, c.id, c.kind,
  CASE WHEN d.kind = 'player' THEN d.owner WHEN c.kind = 'player' THEN c.owner END, x.balance_before, x.balance_after,
  x.reference
FROM wallet_public_transfer x
JOIN wallet_public_account d ON d.id = x.debit_account JOIN wallet_public_account c ON c.id = x.credit_account
WHERE x.created_at >= %(since)s AND x.created_at < %(until)s ORDER BY x.id
"""
RULES: Final = """
SELECT t.code || '/v' || c.number AS version, c.id, c.terms, c.reference
FROM tables_public_configuration c JOIN tables_public_table t ON t.id = c.table_id
WHERE c.id IN (
  SELECT configuration_id FROM tables_public_round WHERE settled_at >= %(since)s AND settled_at < %(until)s
  UNION SELECT configuration_id FROM tables_public_round WHERE voided_at >= %(since)s AND voided_at < %(until)s
) ORDER BY (t.code || '/v' || c.number) COLLATE "C"
"""
ROUNDS: Final = """
SELECT r.code, t.code, r.number, t.currency, c.number, c.id, c.terms, s.number, s.root, s.decks, s.card_count,
  s.header, s.header_path, r.round_of_shoe, r.first_card, r.phase, r.opened_at, r.closed_at,
  coalesce(r.settled_at, r.voided_at), r.cards, r.winner, r.proofs, r.void_reason, r.sums
FROM tables_public_round r JOIN tables_public_table t ON t.id = r.table_id
JOIN tables_public_configuration c ON c.id = r.configuration_id JOIN tables_public_shoe s ON s.id = r.shoe_id
WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s OR r.voided_at >= %(since)s AND r.voided_at < %(until)s
ORDER BY r.code COLLATE "C"
"""
HAS_PAPER: Final = """
SELECT EXISTS (SELECT FROM tables_public_cardevent WHERE round_id IS NULL AND at >= %(since)s AND at < %(until)s)
  OR EXISTS (
    SELECT FROM tables_public_round r JOIN tables_public_shoe s ON s.id = r.shoe_id AND s.scope = 'paper'
    WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s OR r.voided_at >= %(since)s AND r.voided_at < %(until)s
  )
"""
CARDS: Final = """
SELECT e.id, e.at, t.code, t.code || '/' || s.number, r.code, e.kind, e.slot, e.card, e.deck, e.source, e.device,
  e.refusal, c.public_id::text, d.public_id::text, e.replaces_id
FROM (
  SELECT e.* FROM tables_public_round r JOIN tables_public_cardevent e ON e.round_id = r.id
  WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s OR r.voided_at >= %(since)s AND r.voided_at < %(until)s
  UNION ALL
  SELECT * FROM tables_public_cardevent WHERE round_id IS NULL AND at >= %(since)s AND at < %(until)s
) e
JOIN tables_public_table t ON t.id = e.table_id LEFT JOIN tables_public_shoe s ON s.id = e.shoe_id
LEFT JOIN tables_public_round r ON r.id = e.round_id
LEFT JOIN players_public_person c ON c.id = e.croupier_id LEFT JOIN players_public_person d ON d.id = e.decided_by_id
ORDER BY e.id
"""
PAPER_SHOES: Final = """
SELECT t.code || '/' || s.number AS shoe, t.code, p.decks, p.shuffled_by, b.public_id::text, p.begun_at, p.burns
FROM tables_public_papershoe p JOIN tables_public_shoe s ON s.id = p.shoe_id
JOIN tables_public_table t ON t.id = s.table_id LEFT JOIN players_public_person b ON b.id = p.begun_by_id
WHERE s.id IN (
  SELECT shoe_id FROM tables_public_round WHERE settled_at >= %(since)s AND settled_at < %(until)s
  UNION SELECT shoe_id FROM tables_public_round WHERE voided_at >= %(since)s AND voided_at < %(until)s
  UNION SELECT shoe_id FROM tables_public_cardevent WHERE round_id IS NULL AND at >= %(since)s AND at < %(until)s
) ORDER BY (t.code || '/' || s.number) COLLATE "C"
"""
BETS: Final = """
SELECT r.code, p.public_id::text, b.chance, s.code::text, b.stake, b.outcome, b.prize, b.commission, b.returned
FROM tables_public_round r JOIN tables_public_bet b ON b.round_id = r.id AND b.stake > 0
JOIN players_public_person p ON p.id = b.person_id JOIN tables_public_playsession s ON s.id = b.session_id
WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s OR r.voided_at >= %(since)s AND r.voided_at < %(until)s
ORDER BY r.code COLLATE "C", p.public_id::text COLLATE "C", b.chance COLLATE "C"
"""
SLIPS: Final = """
SELECT x.taken_at, x.number, x.key::text, x.received_at, r.code, p.public_id::text, s.code::text, x.lines, x.refusal
FROM tables_public_slip x JOIN tables_public_round r ON r.id = x.round_id
JOIN players_public_person p ON p.id = x.person_id LEFT JOIN tables_public_playsession s ON s.id = x.session_id
WHERE x.taken_at >= %(since)s AND x.taken_at < %(until)s
ORDER BY x.taken_at, x.number COLLATE "C", x.key::text COLLATE "C"
"""
SESSIONS: Final = """
SELECT s.code::text, p.public_id::text, t.code, t.currency, s.seat, s.started_at, s.ended_at, s.end_reason, s.rounds,
  s.staked, s.returned, s.prizes, s.commission
FROM tables_public_playsession s JOIN tables_public_table t ON t.id = s.table_id
JOIN players_public_person p ON p.id = s.person_id
WHERE s.ended_at >= %(since)s AND s.ended_at < %(until)s ORDER BY s.code::text COLLATE "C"
"""
SIGNINS: Final = """
SELECT found.id, found.at, p.public_id::text, found.outcome, found.factor, found.device, asked.excluded,
  asked.prohibited
FROM (
  SELECT 2 * id AS id, at, person_id, outcome, factor, device FROM players_public_signinattempt
  WHERE at >= %(since)s AND at < %(until)s AND outcome IN ('signed-in', 'failed', 'refused')
  UNION ALL
  SELECT 2 * id + 1, ended_at, person_id, 'ended', '', device FROM players_public_device
  WHERE ended_at >= %(since)s AND ended_at < %(until)s
) found
LEFT JOIN players_public_person p ON p.id = found.person_id
LEFT JOIN LATERAL (
  SELECT k.excluded, k.prohibited FROM players_public_standingcheck k
  WHERE k.person_id = found.person_id AND k.occasion = 'sign-in' AND found.outcome <> 'ended'
    AND k.at BETWEEN found.at - interval '1 minute' AND found.at + interval '1 minute'
  ORDER BY k.id DESC LIMIT 1
) asked ON true
ORDER BY found.id
"""
ACTS: Final = """
SELECT e.id, e.at, b.public_id::text, e.name, e.subject, e.subject_key, p.public_id::text, t.code, e.round_code,
  e.facts, e.why, e.act, e.era
FROM players_public_event e LEFT JOIN players_public_person b ON b.id = e.by
LEFT JOIN players_public_person p ON p.id = e.person_id LEFT JOIN tables_public_table t ON t.id = e.table_id
WHERE e.at >= %(since)s AND e.at < %(until)s ORDER BY e.id
"""
