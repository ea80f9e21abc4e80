-- Money in, out and corrected, whatever code writes: what was asked for stays as it was asked, what is over stays over,
-- two persons are two members of staff, and no correction reaches the ledger without them (D6).

CREATE FUNCTION players_money_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'cashier: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER players_instrument_stays BEFORE DELETE OR TRUNCATE ON players_instrument
    FOR EACH STATEMENT EXECUTE FUNCTION players_money_stays();
CREATE TRIGGER players_deposit_stays BEFORE DELETE OR TRUNCATE ON players_deposit
    FOR EACH STATEMENT EXECUTE FUNCTION players_money_stays();
CREATE TRIGGER players_withdrawal_stays BEFORE DELETE OR TRUNCATE ON players_withdrawal
    FOR EACH STATEMENT EXECUTE FUNCTION players_money_stays();
CREATE TRIGGER players_adjustment_stays BEFORE DELETE OR TRUNCATE ON players_adjustment
    FOR EACH STATEMENT EXECUTE FUNCTION players_money_stays();
CREATE TRIGGER players_paymentnotice_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON players_paymentnotice
    FOR EACH STATEMENT EXECUTE FUNCTION players_money_stays();

CREATE TRIGGER players_instrument_same
    BEFORE UPDATE ON players_instrument
    FOR EACH ROW WHEN (
        (OLD.id, OLD.person_id, OLD.key, OLD.kind, OLD.label, OLD.fingerprint, OLD.registered_at)
        IS DISTINCT FROM (NEW.id, NEW.person_id, NEW.key, NEW.kind, NEW.label, NEW.fingerprint, NEW.registered_at)
    )
    EXECUTE FUNCTION players_money_stays();

CREATE TRIGGER players_deposit_same
    BEFORE UPDATE ON players_deposit
    FOR EACH ROW WHEN (
        (OLD.id, OLD.person_id, OLD.instrument_id, OLD.key, OLD.amount, OLD.started_at)
        IS DISTINCT FROM (NEW.id, NEW.person_id, NEW.instrument_id, NEW.key, NEW.amount, NEW.started_at)
        OR (OLD.provider_ref <> '' AND OLD.provider_ref <> NEW.provider_ref)
        OR (OLD.state <> NEW.state AND NOT (
            OLD.state = 'pending'
            OR (OLD.state = 'expired' AND NEW.state IN ('credited', 'rejected'))
            OR (OLD.state = 'credited' AND NEW.state = 'charged-back')
        ))
    )
    EXECUTE FUNCTION players_money_stays();

CREATE TRIGGER players_withdrawal_same
    BEFORE UPDATE ON players_withdrawal
    FOR EACH ROW WHEN (
        (OLD.id, OLD.person_id, OLD.instrument_id, OLD.key, OLD.amount, OLD.two_persons, OLD.requested_at)
        IS DISTINCT FROM
        (NEW.id, NEW.person_id, NEW.instrument_id, NEW.key, NEW.amount, NEW.two_persons, NEW.requested_at)
        OR (OLD.first_by_id IS NOT NULL AND (OLD.first_by_id, OLD.first_at) IS DISTINCT FROM (NEW.first_by_id, NEW.first_at))
        OR (OLD.second_by_id IS NOT NULL
            AND (OLD.second_by_id, OLD.second_at) IS DISTINCT FROM (NEW.second_by_id, NEW.second_at))
        OR (OLD.provider_ref <> '' AND OLD.provider_ref <> NEW.provider_ref)
        OR (OLD.state <> NEW.state AND NOT (
            (OLD.state = 'held' AND NEW.state IN ('ready', 'cancelled', 'refused'))
            OR (OLD.state = 'ready' AND NEW.state IN ('sent', 'cancelled'))
            OR (OLD.state = 'sent' AND NEW.state IN ('paid', 'failed'))
        ))
    )
    EXECUTE FUNCTION players_money_stays();

CREATE TRIGGER players_adjustment_same
    BEFORE UPDATE ON players_adjustment
    FOR EACH ROW WHEN (
        OLD.state <> 'proposed'
        OR (OLD.id, OLD.person_id, OLD.key, OLD.amount, OLD.reason, OLD.reference, OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM
        (NEW.id, NEW.person_id, NEW.key, NEW.amount, NEW.reason, NEW.reference, NEW.proposed_by_id, NEW.proposed_at)
    )
    EXECUTE FUNCTION players_money_stays();

-- A correction is born as a proposal: nobody writes one that is approved already.
CREATE TRIGGER players_adjustment_is_proposed_first
    BEFORE INSERT ON players_adjustment
    FOR EACH ROW WHEN (NEW.state <> 'proposed')
    EXECUTE FUNCTION players_money_stays();

CREATE FUNCTION players_two_of_staff() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    agreed bigint[];
BEGIN
    IF TG_TABLE_NAME = 'players_withdrawal' THEN
        agreed := ARRAY[NEW.first_by_id, NEW.second_by_id, NEW.refused_by_id];
    ELSE
        agreed := ARRAY[NEW.proposed_by_id, NEW.decided_by_id];
    END IF;
    IF EXISTS (SELECT 1 FROM players_person WHERE id = ANY(agreed) AND kind <> 'staff') THEN
        RAISE EXCEPTION 'cashier: only staff decide on money' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_withdrawal_by_staff BEFORE INSERT OR UPDATE ON players_withdrawal
    FOR EACH ROW EXECUTE FUNCTION players_two_of_staff();
CREATE TRIGGER players_adjustment_by_staff BEFORE INSERT OR UPDATE ON players_adjustment
    FOR EACH ROW EXECUTE FUNCTION players_two_of_staff();

-- The line's key is the correction's, its amount and direction too, and its account that person's.
CREATE FUNCTION players_adjustment_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1
        FROM players_adjustment adjustment
        JOIN players_person person ON person.id = adjustment.person_id
        JOIN wallet_account account
            ON account.owner = person.public_id::text AND account.kind = 'player'
            AND account.id = CASE WHEN adjustment.amount > 0 THEN NEW.credit_account ELSE NEW.debit_account END
        WHERE adjustment.key = NEW.key AND adjustment.state = 'approved' AND abs(adjustment.amount) = NEW.amount
            AND adjustment.decided_by_id <> adjustment.proposed_by_id
    ) THEN
        RAISE EXCEPTION 'ledger: no correction without two persons' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER players_adjustment_needs_two
    AFTER INSERT ON wallet_transfer
    FOR EACH ROW WHEN (NEW.code = 'adjustment') EXECUTE FUNCTION players_adjustment_agreed();
