-- The players' accounts that hold something else than their last line says. A range for the account, where an equality
-- says the same: so the account is part of the order, and the index of account and number is the only one that has it.
-- With an equality the primary key has that order too, and was walked backwards through the lines of all accounts.
CREATE VIEW wallet_unbacked AS
SELECT account.id
FROM wallet_account account
LEFT JOIN LATERAL (
    SELECT id, balance_after FROM wallet_transfer WHERE debit_account BETWEEN account.id AND account.id
    ORDER BY debit_account DESC, id DESC LIMIT 1
) debit ON true
LEFT JOIN LATERAL (
    SELECT id, balance_after FROM wallet_transfer WHERE credit_account BETWEEN account.id AND account.id
    ORDER BY credit_account DESC, id DESC LIMIT 1
) credit ON true
WHERE account.kind = 'player' AND account.balance IS DISTINCT FROM coalesce(
    CASE WHEN coalesce(debit.id, 0) > coalesce(credit.id, 0) THEN debit.balance_after ELSE credit.balance_after END, 0
);

-- Once per statement, over all balances that it moved: lines written by the same statement are there already. An
-- account whose line is still to come is written once more as it is, and so looked at when the transaction ends.
CREATE FUNCTION wallet_check_balances() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    unbacked bigint[] := ARRAY(
        SELECT id FROM (SELECT id, balance FROM written EXCEPT SELECT id, balance FROM before) moved
        JOIN wallet_unbacked USING (id)
    );
BEGIN
    IF unbacked <> '{}' THEN
        UPDATE wallet_account SET balance = balance WHERE id = ANY (unbacked);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER wallet_balances_moved
    AFTER UPDATE ON wallet_account REFERENCING OLD TABLE AS before NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_check_balances();

CREATE OR REPLACE FUNCTION wallet_check_balance() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
BEGIN
    IF EXISTS (SELECT FROM wallet_unbacked WHERE id = NEW.id) THEN
        RAISE EXCEPTION 'ledger: the balance of account % is refused: no line leads to it', NEW.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

-- Only for balances written as they are: the others were looked at by their statement.
DROP TRIGGER wallet_balance_backed ON wallet_account;
CREATE CONSTRAINT TRIGGER wallet_balance_backed
    AFTER UPDATE OF balance ON wallet_account
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.kind = 'player' AND NEW.balance = OLD.balance)
    EXECUTE FUNCTION wallet_check_balance();
