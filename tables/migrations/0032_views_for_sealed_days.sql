-- What the sealed days read of the tables (ADR 0151). Columns are only added, at the end.
CREATE VIEW tables_public_shoe WITH (security_invoker) AS
SELECT id, table_id, number, scope, root, decks, card_count, created_at, header, header_path
FROM tables_shoe;

CREATE VIEW tables_public_playsession WITH (security_invoker) AS
SELECT id, code, person_id, table_id, seat, started_at, ended_at, end_reason, rounds, staked, returned, prizes, commission
FROM tables_playsession;

CREATE OR REPLACE VIEW tables_public_table WITH (security_invoker) AS
SELECT id, code, currency FROM tables_table;

CREATE OR REPLACE VIEW tables_public_configuration WITH (security_invoker) AS
SELECT table_id, number, terms, reference, in_force_from, submitted_by_id, decided_by_id, id FROM tables_configuration;
