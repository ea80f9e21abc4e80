-- A balance moves with its line or not at all: when the transaction ends, a player's account holds what its last line
-- says. Asked at the end, so that lines and balances may be written in any order before it.
CREATE FUNCTION wallet_check_balance() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
    held bigint := (SELECT balance FROM wallet_account WHERE id = NEW.id);
    debit record;
    credit record;
    said bigint;
BEGIN
    SELECT id, balance_after INTO debit FROM wallet_transfer WHERE debit_account = NEW.id ORDER BY id DESC LIMIT 1;
    SELECT id, balance_after INTO credit FROM wallet_transfer WHERE credit_account = NEW.id ORDER BY id DESC LIMIT 1;
    said := CASE WHEN coalesce(debit.id, 0) > coalesce(credit.id, 0) THEN debit.balance_after ELSE credit.balance_after END;
    IF held IS DISTINCT FROM coalesce(said, 0) THEN
        RAISE EXCEPTION 'ledger: the balance of account % is refused: no line leads to it', NEW.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER wallet_balance_backed
    AFTER UPDATE OF balance ON wallet_account
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.kind = 'player' AND NEW.balance <> OLD.balance)
    EXECUTE FUNCTION wallet_check_balance();
