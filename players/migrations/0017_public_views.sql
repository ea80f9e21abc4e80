-- The rows that the SQL of other apps may read (ADR 0151). Views of one table each: the planner puts the table in their
-- place. They run with the rights of the role that asks.

-- Of a person no name, no contact and no document.
CREATE VIEW players_public_person WITH (security_invoker) AS
SELECT id, public_id, nickname FROM players_person;

-- Significant events of a person's account.
CREATE VIEW players_public_exclusion WITH (security_invoker) AS
SELECT person_id, kind, source, reason, starts_at, ends_at, notice_at, by_id, revoked_at, revoked_by_id, revoke_reason
FROM players_exclusion;

CREATE VIEW players_public_standingchange WITH (security_invoker) AS
SELECT person_id, change, reason, by_id, created_at FROM players_standingchange;

CREATE VIEW players_public_signinlock WITH (security_invoker) AS
SELECT person_id, locked_at FROM players_signinlock;

CREATE VIEW players_public_signinattempt WITH (security_invoker) AS
SELECT person_id, at, outcome, factor, address FROM players_signinattempt;

CREATE VIEW players_public_datachange WITH (security_invoker) AS
SELECT person_id, what, by_id, at FROM players_datachange;

-- The cashier.
CREATE VIEW players_public_adjustment WITH (security_invoker) AS
SELECT key, reason, proposed_by_id, decided_by_id FROM players_adjustment;

CREATE VIEW players_public_deposit WITH (security_invoker) AS
SELECT key, person_id FROM players_deposit;

CREATE VIEW players_public_withdrawal WITH (security_invoker) AS
SELECT person_id, requested_at FROM players_withdrawal;

-- Evidence, for its chain.
CREATE VIEW players_public_auditentry WITH (security_invoker) AS
SELECT id, at, act, by, origin, login, change, subject, subject_id, before, after FROM players_auditentry;

CREATE VIEW players_public_paymentnotice WITH (security_invoker) AS
SELECT id, provider, event, kind, provider_ref, amount, currency, owner_name, outcome, received_at
FROM players_paymentnotice;
