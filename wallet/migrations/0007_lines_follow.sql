-- A line begins with what the account's line before it left: a line that only ends with the present balance would add
-- money to the other account that no balance has given.
CREATE OR REPLACE FUNCTION wallet_check_lines() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    wrong record;
BEGIN
    SELECT line.id, line.fault INTO wrong
    FROM (
        SELECT
            added.id,
            added.balance_before,
            added.balance_after,
            wallet_fault(
                added.code, added.amount, added.balance_before, added.balance_after,
                debit.kind, debit.currency, credit.kind, credit.currency
            ) AS fault,
            player.id AS player,
            player.balance,
            lag(added.id) OVER lines AS earlier,
            lead(added.balance_before) OVER lines AS next_before
        FROM added
        LEFT JOIN wallet_account debit ON debit.id = added.debit_account
        LEFT JOIN wallet_account credit ON credit.id = added.credit_account
        CROSS JOIN LATERAL (
            SELECT
                CASE WHEN debit.kind = 'player' THEN debit.id WHEN credit.kind = 'player' THEN credit.id END AS id,
                CASE WHEN debit.kind = 'player' THEN debit.balance ELSE credit.balance END AS balance
        ) player
        WINDOW lines AS (PARTITION BY player.id ORDER BY added.id)
    ) line
    -- The last line before this statement's, asked once an account. The pair of both columns is where the search begins:
    -- with the number by itself it would begin at the account's newest line, and read all that this statement added.
    LEFT JOIN LATERAL (
        SELECT id, balance_after FROM wallet_transfer
        WHERE line.earlier IS NULL AND (debit_account, id) < (line.player, line.id) AND debit_account >= line.player
        ORDER BY debit_account DESC, id DESC LIMIT 1
    ) debited ON true
    LEFT JOIN LATERAL (
        SELECT id, balance_after FROM wallet_transfer
        WHERE line.earlier IS NULL AND (credit_account, id) < (line.player, line.id) AND credit_account >= line.player
        ORDER BY credit_account DESC, id DESC LIMIT 1
    ) credited ON true
    -- A player's first line begins where the line before it ended, each one ends where the next begins, and the last
    -- says what the account now holds.
    WHERE line.fault IS NOT NULL
        OR coalesce(line.next_before, line.balance) IS DISTINCT FROM line.balance_after
        OR (line.player IS NOT NULL AND line.earlier IS NULL AND line.balance_before IS DISTINCT FROM coalesce(
            CASE WHEN coalesce(debited.id, 0) > coalesce(credited.id, 0) THEN debited.balance_after
            ELSE credited.balance_after END, 0
        ))
    ORDER BY line.id
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'ledger: line % is refused: %', wrong.id, coalesce(wrong.fault, 'chain-broken')
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
