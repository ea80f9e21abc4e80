-- The ledger guards itself, whatever code writes to it: lines are only added, and only lines that agree with the
-- accounts they join. `wallet.queries.verify_ledger` checks that every trigger made here is still there and on.

CREATE FUNCTION wallet_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'ledger: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'A correction is a new line.';
END $$;

CREATE TRIGGER wallet_transfer_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change();

CREATE TRIGGER wallet_account_stays
    BEFORE DELETE OR TRUNCATE ON wallet_account
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change();

-- Fires only for a statement that names one of these columns: writing a balance costs nothing here.
CREATE TRIGGER wallet_account_same
    BEFORE UPDATE OF id, kind, currency, owner, opened_at ON wallet_account
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_change();

CREATE FUNCTION wallet_refuse_opening_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'ledger: an account opens empty, not with %', NEW.balance USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER wallet_account_opens_empty
    BEFORE INSERT ON wallet_account
    FOR EACH ROW WHEN (NEW.balance <> 0) EXECUTE FUNCTION wallet_refuse_opening_balance();

-- The chart: between which kinds a code may move money. The same table as `wallet.chart.JOINS`.
CREATE FUNCTION wallet_fits(code text, debit text, credit text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE code
    WHEN 'deposit' THEN debit = 'funding' AND credit = 'player'
    WHEN 'withdrawal' THEN debit = 'player' AND credit = 'funding'
    WHEN 'withdrawal-requested' THEN debit = 'player' AND credit = 'payouts'
    WHEN 'withdrawal-paid' THEN debit = 'payouts' AND credit = 'funding'
    WHEN 'withdrawal-given-back' THEN debit = 'payouts' AND credit = 'player'
    WHEN 'charge-back' THEN debit = 'player' AND credit = 'funding'
    WHEN 'charge-back-loss' THEN debit = 'charge-backs' AND credit = 'funding'
    WHEN 'play-top-up' THEN debit = 'play-source' AND credit = 'player'
    WHEN 'stake' THEN debit = 'player' AND credit = 'stakes'
    WHEN 'stake-taken-back' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'stake-returned' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'stakes-lost' THEN debit = 'stakes' AND credit = 'gaming'
    WHEN 'prize' THEN debit = 'gaming' AND credit = 'player'
    WHEN 'commission' THEN debit = 'gaming' AND credit = 'commission'
    WHEN 'refund' THEN debit = 'stakes' AND credit = 'player'
    WHEN 'adjustment' THEN (debit = 'player' AND credit = 'adjustments') OR (debit = 'adjustments' AND credit = 'player')
    ELSE false
END $$;

-- What is wrong with one line, or nothing. The same words as `wallet.proof.Why`.
CREATE FUNCTION wallet_fault(
    code text, amount bigint, balance_before bigint, balance_after bigint,
    debit_kind text, debit_currency text, credit_kind text, credit_currency text
) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE
    WHEN debit_kind IS NULL OR credit_kind IS NULL THEN 'account-missing'
    WHEN debit_currency <> credit_currency THEN 'currencies-mixed'
    WHEN NOT wallet_fits(code, debit_kind, credit_kind) THEN 'kinds-do-not-fit'
    WHEN amount <= 0 THEN 'amount-not-positive'
    WHEN debit_kind = 'player' AND (balance_before - amount = balance_after) IS NOT TRUE THEN 'step-wrong'
    WHEN credit_kind = 'player' AND (balance_before + amount = balance_after) IS NOT TRUE THEN 'step-wrong'
    WHEN debit_kind <> 'player' AND credit_kind <> 'player' AND num_nonnulls(balance_before, balance_after) > 0 THEN 'step-wrong'
END $$;

-- Once per INSERT statement, over all its lines. Index look-ups whatever the tables' size is believed to be: a plan
-- made while the tables were empty would be kept by the connection and read them whole for every bet.
CREATE FUNCTION wallet_check_lines() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    wrong record;
BEGIN
    SELECT line.id, line.fault INTO wrong
    FROM (
        SELECT
            added.id,
            added.balance_after,
            wallet_fault(
                added.code, added.amount, added.balance_before, added.balance_after,
                debit.kind, debit.currency, credit.kind, credit.currency
            ) AS fault,
            player.balance,
            lead(added.balance_before) OVER (PARTITION BY player.id ORDER BY added.id) AS next_before
        FROM added
        LEFT JOIN wallet_account debit ON debit.id = added.debit_account
        LEFT JOIN wallet_account credit ON credit.id = added.credit_account
        CROSS JOIN LATERAL (
            SELECT
                CASE WHEN debit.kind = 'player' THEN debit.id WHEN credit.kind = 'player' THEN credit.id END AS id,
                CASE WHEN debit.kind = 'player' THEN debit.balance ELSE credit.balance END AS balance
        ) player
    ) line
    -- A player's last line must say what the account now holds, and each earlier one what the next begins with.
    WHERE line.fault IS NOT NULL OR coalesce(line.next_before, line.balance) IS DISTINCT FROM line.balance_after
    ORDER BY line.id
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'ledger: line % is refused: %', wrong.id, coalesce(wrong.fault, 'chain-broken')
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER wallet_transfer_checked
    AFTER INSERT ON wallet_transfer
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_check_lines();

-- Room on each page for the new version of a row, so that writing a balance touches no index.
ALTER TABLE wallet_account SET (fillfactor = 70);
