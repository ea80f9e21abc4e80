-- The rows that the SQL of other apps may read (ADR 0151). Views of one table each: the planner puts the table in their
-- place. They run with the rights of the role that asks.

CREATE VIEW wallet_public_account WITH (security_invoker) AS
SELECT id, kind, currency, owner, balance FROM wallet_account;

CREATE VIEW wallet_public_transfer WITH (security_invoker) AS
SELECT id, debit_account, credit_account, amount, code, key, reference, balance_before, balance_after, created_at
FROM wallet_transfer;
