-- Who works here is said by two persons, whatever code writes (H7), and who works here does not play (PT-16).

-- Nobody decides before the days after being taken on or changed are over, and not together with somebody whose own days
-- are not over if one of those who made that change also made the decider's, when its days were not over, or is the decider.
CREATE FUNCTION players_refuse_unsettled(decider bigint, others bigint[], at timestamptz) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM players_staffproposal
        WHERE member_id = decider AND state = 'approved' AND act <> 'found' AND settled_at > at
    ) THEN
        RAISE EXCEPTION 'staff: % decides nothing yet', decider USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM players_staffproposal theirs
        WHERE theirs.member_id = ANY (others) AND theirs.state = 'approved' AND theirs.act <> 'found'
            AND theirs.settled_at > at
            AND (
                decider IN (theirs.proposed_by_id, theirs.decided_by_id)
                OR EXISTS (
                    SELECT 1 FROM players_staffproposal own
                    WHERE own.member_id = decider AND own.state = 'approved' AND own.act <> 'found'
                        AND own.settled_at > theirs.decided_at
                        AND ARRAY[own.proposed_by_id, own.decided_by_id]
                            && ARRAY[theirs.proposed_by_id, theirs.decided_by_id]
                )
            )
    ) THEN
        RAISE EXCEPTION 'staff: % does not decide with a colleague of the same hands', decider
            USING ERRCODE = 'restrict_violation';
    END IF;
END $$;

CREATE FUNCTION players_has_role(person bigint, names text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT 1 FROM players_person_groups held
        JOIN auth_group ON auth_group.id = held.group_id
        JOIN players_person ON players_person.id = held.person_id
        WHERE held.person_id = person AND auth_group.name = ANY (names)
            AND players_person.kind = 'staff' AND players_person.is_active
    )
$$;

CREATE FUNCTION players_guard_staffproposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.member_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM players_person WHERE id = NEW.member_id AND kind = 'staff') THEN
        RAISE EXCEPTION 'staff: only of staff is anything proposed' USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'INSERT' THEN
        NEW.decided_in := NULL;
        IF NEW.act = 'found' THEN
            IF EXISTS (SELECT 1 FROM players_staffseal) THEN
                RAISE EXCEPTION 'staff: the house has its first members of staff' USING ERRCODE = 'restrict_violation';
            END IF;
            NEW.decided_in := pg_current_xact_id()::text::bigint;
        ELSIF NEW.state <> 'proposed' THEN
            RAISE EXCEPTION 'staff: a change begins as a proposal' USING ERRCODE = 'restrict_violation';
        ELSIF NOT players_has_role(NEW.proposed_by_id, ARRAY['administrator']) THEN
            RAISE EXCEPTION 'staff: only an administrator proposes' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF OLD.state <> 'proposed'
        OR (OLD.id, OLD.key, OLD.act, OLD.email, OLD.name, OLD.roles, OLD.before, OLD.full_name, OLD.nif, OLD.reason,
            OLD.proposed_by_id, OLD.proposed_at)
        IS DISTINCT FROM
           (NEW.id, NEW.key, NEW.act, NEW.email, NEW.name, NEW.roles, NEW.before, NEW.full_name, NEW.nif, NEW.reason,
            NEW.proposed_by_id, NEW.proposed_at)
        OR (OLD.act <> 'hire' AND OLD.member_id IS DISTINCT FROM NEW.member_id)
    THEN
        RAISE EXCEPTION 'staff: proposal % stays as it was written', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.state <> 'proposed' THEN
        IF NOT players_has_role(NEW.decided_by_id, ARRAY['administrator', 'compliance']) THEN
            RAISE EXCEPTION 'staff: only an administrator or compliance decides' USING ERRCODE = 'restrict_violation';
        END IF;
        NEW.decided_in := pg_current_xact_id()::text::bigint;
    END IF;
    IF NEW.state = 'approved' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_staffproposal_guarded
    BEFORE INSERT OR UPDATE ON players_staffproposal
    FOR EACH ROW EXECUTE FUNCTION players_guard_staffproposal();

CREATE TRIGGER players_staffproposal_stays
    BEFORE DELETE OR TRUNCATE ON players_staffproposal
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

CREATE TRIGGER players_staffseal_stays
    BEFORE UPDATE OR DELETE OR TRUNCATE ON players_staffseal
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

-- A role comes and goes only with the proposal that was agreed to in the same transaction.
CREATE FUNCTION players_guard_roles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    held record;
    named text;
    agreed text[];
BEGIN
    IF TG_OP = 'DELETE' THEN
        held := OLD;
    ELSE
        held := NEW;
    END IF;
    SELECT name INTO named FROM auth_group WHERE id = held.group_id;
    SELECT roles INTO agreed FROM players_staffproposal
        WHERE member_id = held.person_id AND state = 'approved' AND act IN ('found', 'hire', 'roles')
            AND decided_in = pg_current_xact_id()::text::bigint
        ORDER BY id DESC LIMIT 1;
    IF TG_OP = 'UPDATE' OR agreed IS NULL OR (named = ANY (agreed)) = (TG_OP = 'DELETE') THEN
        RAISE EXCEPTION 'staff: the role % of % was not agreed to', named, held.person_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN held;
END $$;

CREATE TRIGGER players_role_agreed
    BEFORE INSERT OR UPDATE OR DELETE ON players_person_groups
    FOR EACH ROW EXECUTE FUNCTION players_guard_roles();

CREATE TRIGGER players_role_same
    BEFORE UPDATE OR DELETE ON auth_group
    FOR EACH ROW EXECUTE FUNCTION players_refuse_change();

CREATE FUNCTION players_guard_enabling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM players_staffproposal
        WHERE member_id = NEW.id AND state = 'approved' AND act = 'enable'
            AND decided_in = pg_current_xact_id()::text::bigint
    ) THEN
        RAISE EXCEPTION 'staff: that % comes in again was not agreed to', NEW.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_staff_enabled
    BEFORE UPDATE OF is_active ON players_person
    FOR EACH ROW WHEN (NEW.kind = 'staff' AND NEW.is_active AND NOT OLD.is_active)
    EXECUTE FUNCTION players_guard_enabling();

-- A member of staff goes without a second factor only if that was agreed to: with the password alone, another could set
-- up one.
CREATE FUNCTION players_guard_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_person WHERE id = OLD.user_id AND kind = 'staff')
        AND NOT EXISTS (
            SELECT 1 FROM mfa_authenticator WHERE user_id = OLD.user_id AND type IN ('totp', 'webauthn')
        )
        AND NOT EXISTS (
            SELECT 1 FROM players_staffproposal
            WHERE member_id = OLD.user_id AND state = 'approved' AND act = 'second-factor'
                AND decided_in = pg_current_xact_id()::text::bigint
        )
    THEN
        RAISE EXCEPTION 'staff: the last second factor of % stays', OLD.user_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER players_second_factor_stays
    AFTER DELETE ON mfa_authenticator
    FOR EACH ROW WHEN (OLD.type IN ('totp', 'webauthn')) EXECUTE FUNCTION players_guard_second_factor();

-- Money by two persons is by two who may decide it by now.
CREATE FUNCTION players_guard_decider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'players_adjustment' THEN
        PERFORM players_refuse_unsettled(NEW.decided_by_id, ARRAY[NEW.proposed_by_id], NEW.decided_at);
    ELSIF NEW.second_by_id IS NOT NULL AND OLD.second_by_id IS NULL THEN
        PERFORM players_refuse_unsettled(NEW.second_by_id, ARRAY[NEW.first_by_id], NEW.second_at);
    ELSIF NEW.first_by_id IS NOT NULL AND OLD.first_by_id IS NULL THEN
        PERFORM players_refuse_unsettled(NEW.first_by_id, '{}', NEW.first_at);
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_adjustment_by_settled
    BEFORE UPDATE ON players_adjustment
    FOR EACH ROW WHEN (NEW.state = 'approved') EXECUTE FUNCTION players_guard_decider();
CREATE TRIGGER players_withdrawal_by_settled
    BEFORE UPDATE ON players_withdrawal
    FOR EACH ROW EXECUTE FUNCTION players_guard_decider();

-- Who works here has no account that plays. Both sides take the number's lock: neither passes the other unseen.
CREATE FUNCTION players_refuse_staff_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('nif ' || NEW.nif, 0));
    IF TG_TABLE_NAME = 'players_registration'
        AND EXISTS (SELECT 1 FROM players_staffidentity WHERE nif = NEW.nif AND ended_at IS NULL) THEN
        RAISE EXCEPTION 'persons: who works here does not register (PT-16)' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_registration_not_of_staff
    BEFORE INSERT OR UPDATE OF nif ON players_registration
    FOR EACH ROW EXECUTE FUNCTION players_refuse_staff_registration();
CREATE TRIGGER players_staffidentity_alone
    BEFORE INSERT ON players_staffidentity
    FOR EACH ROW EXECUTE FUNCTION players_refuse_staff_registration();

CREATE TRIGGER players_staffidentity_same
    BEFORE UPDATE ON players_staffidentity
    FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL OR (OLD.id, OLD.person_id, OLD.full_name, OLD.nif, OLD.given_at)
        IS DISTINCT FROM (NEW.id, NEW.person_id, NEW.full_name, NEW.nif, NEW.given_at))
    EXECUTE FUNCTION players_refuse_change();
CREATE TRIGGER players_staffidentity_stays
    BEFORE DELETE OR TRUNCATE ON players_staffidentity
    FOR EACH STATEMENT EXECUTE FUNCTION players_refuse_change();

-- While somebody works here, the entry that keeps them from playing stands.
CREATE FUNCTION players_guard_prohibition_of_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM players_staffidentity WHERE nif = NEW.nif AND ended_at IS NULL) THEN
        RAISE EXCEPTION 'persons: the entry of who works here stands (PT-16)' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_prohibition_of_staff_stands
    BEFORE UPDATE ON players_prohibition
    FOR EACH ROW WHEN (NEW.reason = 'operator-staff' AND NEW.lifted_at IS NOT NULL AND OLD.lifted_at IS NULL)
    EXECUTE FUNCTION players_guard_prohibition_of_staff();

SELECT audit_watch('players_staffproposal', '', 'email name full_name nif');
SELECT audit_watch('players_staffidentity', '', 'full_name nif');
SELECT audit_watch('players_staffseal');
