-- A round that players have bets on becomes void only where one person proposed it and another one approved it (R29).
CREATE FUNCTION tables_guard_void_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a void begins as a proposal' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSE
    IF OLD.state <> 'proposed' THEN
      RAISE EXCEPTION 'void proposal % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (OLD.id, OLD.round_id, OLD.reason, OLD.proposed_by_id, OLD.proposed_at)
       IS DISTINCT FROM (NEW.id, NEW.round_id, NEW.reason, NEW.proposed_by_id, NEW.proposed_at) THEN
      RAISE EXCEPTION 'void proposal % keeps its round, reason and author', OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  IF EXISTS (SELECT 1 FROM players_person p WHERE p.id IN (NEW.proposed_by_id, NEW.decided_by_id) AND p.kind <> 'staff') THEN
    RAISE EXCEPTION 'only staff void rounds' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER void_proposal_guard BEFORE INSERT OR UPDATE ON tables_voidproposal
  FOR EACH ROW EXECUTE FUNCTION tables_guard_void_proposal();
CREATE TRIGGER void_proposals_stay BEFORE DELETE OR TRUNCATE ON tables_voidproposal
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
SELECT audit_watch('tables_voidproposal');

CREATE FUNCTION tables_guard_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM tables_bet b WHERE b.round_id = NEW.id AND b.stake > 0) AND NOT EXISTS (
    SELECT 1 FROM tables_voidproposal v
    WHERE v.round_id = NEW.id AND v.state = 'approved' AND v.decided_by_id <> v.proposed_by_id
  ) THEN
    RAISE EXCEPTION 'round % has bets: two persons void it', OLD.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER round_void_by_two BEFORE UPDATE ON tables_round
  FOR EACH ROW WHEN (NEW.phase = 'void' AND OLD.phase <> 'void') EXECUTE FUNCTION tables_guard_void();
