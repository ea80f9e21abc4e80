-- Every line of the cashier has its cause: a row of the same person, amount and currency, and the bank's notice where
-- money came from a bank or went to one. And every such row has its line. The proof reads the same views.

-- Of a house that has lines already: nobody can say any more what caused those without a row. Noted once, here.
SELECT audit_watch('players_causemark');
INSERT INTO players_causemark (transfer, at)
SELECT max(id), now() FROM wallet_transfer HAVING count(*) > 0;
CREATE TRIGGER players_causemark_only_here
    BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON players_causemark
    FOR EACH STATEMENT EXECUTE FUNCTION players_money_stays();

CREATE FUNCTION players_noticed(ref text, told text, cents bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT ref <> '' AND EXISTS (
    SELECT 1 FROM players_paymentnotice
    WHERE provider_ref = ref AND kind = told AND outcome = 'applied' AND amount = cents AND currency = 'EUR'
)
$$;

-- What the cashier's rows say must stand in the ledger. A charge-back is one cause of one line or two.
CREATE VIEW players_cause AS
SELECT 'deposit'::text AS code, paid.key, paid.amount, person.public_id::text AS owner, 'EUR'::text AS currency,
    true AS inward, players_noticed(paid.provider_ref, 'paid-in', paid.amount) AS noticed
FROM players_deposit paid JOIN players_person person ON person.id = paid.person_id
WHERE paid.state IN ('credited', 'charged-back')
UNION ALL
SELECT 'charge-back', paid.key, paid.amount, person.public_id::text, 'EUR', false,
    players_noticed(paid.provider_ref, 'charged-back', paid.amount)
FROM players_deposit paid JOIN players_person person ON person.id = paid.person_id
WHERE paid.state = 'charged-back'
UNION ALL
SELECT 'withdrawal-requested', paid.key, paid.amount, person.public_id::text, 'EUR', false, true
FROM players_withdrawal paid JOIN players_person person ON person.id = paid.person_id
UNION ALL
SELECT 'withdrawal-given-back', paid.key, paid.amount, person.public_id::text, 'EUR', true,
    paid.state <> 'failed' OR players_noticed(paid.provider_ref, 'pay-out-failed', paid.amount)
FROM players_withdrawal paid JOIN players_person person ON person.id = paid.person_id
WHERE paid.state IN ('cancelled', 'refused', 'failed')
UNION ALL
SELECT 'withdrawal-paid', paid.key, paid.amount, '', 'EUR', NULL,
    players_noticed(paid.provider_ref, 'paid-out', paid.amount)
FROM players_withdrawal paid
WHERE paid.state = 'paid'
UNION ALL
SELECT 'adjustment', paid.key, abs(paid.amount), person.public_id::text, 'EUR', paid.amount > 0,
    paid.decided_by_id <> paid.proposed_by_id
FROM players_adjustment paid JOIN players_person person ON person.id = paid.person_id
WHERE paid.state = 'approved';

-- The same of the ledger's side.
CREATE VIEW players_caused AS
SELECT
    CASE line.code WHEN 'charge-back-loss' THEN 'charge-back' ELSE line.code END AS code, line.key,
    min(line.id) AS transfer, sum(line.amount)::bigint AS amount,
    coalesce(max(CASE 'player' WHEN debit.kind THEN debit.owner WHEN credit.kind THEN credit.owner END), '') AS owner,
    max(debit.currency) AS currency,
    bool_or(CASE 'player' WHEN credit.kind THEN true WHEN debit.kind THEN false END) AS inward
FROM wallet_transfer line
LEFT JOIN wallet_account debit ON debit.id = line.debit_account
LEFT JOIN wallet_account credit ON credit.id = line.credit_account
WHERE line.code IN ('deposit', 'withdrawal', 'withdrawal-requested', 'withdrawal-paid', 'withdrawal-given-back',
    'charge-back', 'charge-back-loss', 'adjustment')
GROUP BY 1, 2;

-- What does not agree. The same words as `players.cashier.causes.Why`.
CREATE VIEW players_cause_difference AS
SELECT caused.code, caused.key, caused.transfer, caused.owner, caused.amount AS stored, cause.amount AS computed,
    CASE
        WHEN cause.key IS NULL THEN 'line-without-row'
        WHEN caused.amount <> cause.amount THEN 'amount-differs'
        WHEN caused.currency IS DISTINCT FROM cause.currency THEN 'currency-differs'
        WHEN caused.owner <> '' AND caused.owner <> cause.owner THEN 'person-differs'
        WHEN caused.inward <> cause.inward THEN 'direction-differs'
        ELSE 'without-notice'
    END AS why
FROM players_caused caused
LEFT JOIN players_cause cause ON cause.code = caused.code AND cause.key = caused.key
WHERE caused.transfer > coalesce((SELECT min(transfer) FROM players_causemark), 0)
    AND (cause.key IS NULL OR caused.amount <> cause.amount OR caused.currency IS DISTINCT FROM cause.currency
        OR (caused.owner <> '' AND caused.owner <> cause.owner) OR caused.inward <> cause.inward OR NOT cause.noticed)
UNION ALL
SELECT cause.code, cause.key, NULL, cause.owner, NULL, cause.amount, 'row-without-line'
FROM players_cause cause
WHERE NOT EXISTS (
    SELECT 1 FROM wallet_transfer line WHERE line.key = cause.key AND line.code = cause.code
) AND NOT (cause.code = 'charge-back' AND EXISTS (
    SELECT 1 FROM wallet_transfer line WHERE line.key = cause.key AND line.code = 'charge-back-loss'
));

-- At the transaction's end, since line, row and notice are written one after another. By index look-ups only.
CREATE FUNCTION players_check_cause() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    wrong record;
BEGIN
    SELECT code, why INTO wrong FROM players_cause_difference WHERE key = NEW.key LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'ledger: % % is refused: %', wrong.code, NEW.key, wrong.why
            USING ERRCODE = 'restrict_violation',
                HINT = 'Lines of the cashier are written with their row, and with the bank''s notice of it.';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER players_transfer_caused
    AFTER INSERT ON wallet_transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.code IN ('deposit', 'withdrawal', 'withdrawal-requested', 'withdrawal-paid',
        'withdrawal-given-back', 'charge-back', 'charge-back-loss', 'adjustment'))
    EXECUTE FUNCTION players_check_cause();
CREATE CONSTRAINT TRIGGER players_deposit_caused
    AFTER INSERT OR UPDATE OF state, amount ON players_deposit DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.state IN ('credited', 'charged-back')) EXECUTE FUNCTION players_check_cause();
CREATE CONSTRAINT TRIGGER players_withdrawal_caused
    AFTER INSERT OR UPDATE OF state, amount ON players_withdrawal DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION players_check_cause();
CREATE CONSTRAINT TRIGGER players_adjustment_caused
    AFTER INSERT OR UPDATE OF state, amount ON players_adjustment DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.state = 'approved') EXECUTE FUNCTION players_check_cause();
