-- The rows that the SQL of other apps may read (ADR 0151). Views of one table each: the planner puts the table in their
-- place. They run with the rights of the role that asks.

-- Significant events.
CREATE VIEW tables_public_table WITH (security_invoker) AS
SELECT id, code FROM tables_table;

CREATE VIEW tables_public_configuration WITH (security_invoker) AS
SELECT table_id, number, terms, reference, in_force_from, submitted_by_id, decided_by_id FROM tables_configuration;

CREATE VIEW tables_public_staffact WITH (security_invoker) AS
SELECT table_id, action, subject, reason, before, after, by_id, at FROM tables_staffact;

CREATE VIEW tables_public_webprocess WITH (security_invoker) AS
SELECT code, seen_at FROM tables_webprocess;

-- Evidence, for its chain.
CREATE VIEW tables_public_round WITH (security_invoker) AS
SELECT id, code, table_id, configuration_id, shoe_id, number, round_of_shoe, first_card, phase, stakes_account, sums,
    void_reason, cards, winner, proofs, opened_at, closes_at, closed_at, settled_at, voided_at
FROM tables_round;

CREATE VIEW tables_public_finishedround WITH (security_invoker) AS
SELECT id, round_id FROM tables_finishedround;

CREATE VIEW tables_public_bet WITH (security_invoker) AS
SELECT id, round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned FROM tables_bet;

CREATE VIEW tables_public_slip WITH (security_invoker) AS
SELECT id, person_id, key, round_id, session_id, number, lines, refusal, received_at, taken_at FROM tables_slip;

CREATE VIEW tables_public_voidopening WITH (security_invoker) AS
SELECT id, round_id, opened_at, cards, proofs, unreadable FROM tables_voidopening;

CREATE VIEW tables_public_connection WITH (security_invoker) AS
SELECT id, code, process_id, person_id, table_id, opened_at, closed_at, close_code, address, device
FROM tables_connection;

CREATE VIEW tables_public_closedconnection WITH (security_invoker) AS
SELECT id, connection_id FROM tables_closedconnection;
