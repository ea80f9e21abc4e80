-- Rows that are evidence are never deleted, and what was answered or decided is never changed.
CREATE FUNCTION tables_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: evidence is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER slips_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_slip
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER acts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_staffact
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER bets_stay BEFORE DELETE OR TRUNCATE ON tables_bet FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER rounds_stay BEFORE DELETE OR TRUNCATE ON tables_round FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER shoes_stay BEFORE DELETE OR TRUNCATE ON tables_shoe FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER sessions_stay BEFORE DELETE OR TRUNCATE ON tables_playsession
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();

-- A finished round is not touched again; of a round in play the identity, the shoe and the configuration never change.
CREATE FUNCTION tables_guard_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.phase IN ('settled', 'void') THEN
    RAISE EXCEPTION 'round % is finished', OLD.code USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (OLD.code, OLD.table_id, OLD.shoe_id, OLD.configuration_id, OLD.first_card, OLD.stakes_account)
     IS DISTINCT FROM (NEW.code, NEW.table_id, NEW.shoe_id, NEW.configuration_id, NEW.first_card, NEW.stakes_account) THEN
    RAISE EXCEPTION 'round % keeps its shoe, configuration and account', OLD.code
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER round_guard BEFORE UPDATE ON tables_round FOR EACH ROW EXECUTE FUNCTION tables_guard_round();

-- The cards of a shoe and what was published of them are fixed from the moment they exist (M7).
CREATE FUNCTION tables_guard_shoe() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.root, OLD.sealed, OLD.card_count, OLD.table_id, OLD.number) IS DISTINCT FROM
     (NEW.root, NEW.sealed, NEW.card_count, NEW.table_id, NEW.number) OR NEW.dealt < OLD.dealt THEN
    RAISE EXCEPTION 'the cards of shoe % of table % are fixed', OLD.number, OLD.table_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shoe_guard BEFORE UPDATE ON tables_shoe FOR EACH ROW EXECUTE FUNCTION tables_guard_shoe();

-- Two persons (H1): whoever wrote or submitted a configuration does not approve it, and its terms are fixed once submitted.
ALTER TABLE tables_configuration ADD CONSTRAINT configuration_decided_by_another
  CHECK (status NOT IN ('approved', 'in-force', 'superseded') OR NOT decided_by_id = ANY (authors));
CREATE FUNCTION tables_guard_configuration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'draft' AND (OLD.terms, OLD.authors, OLD.table_id, OLD.number) IS DISTINCT FROM
     (NEW.terms, NEW.authors, NEW.table_id, NEW.number) THEN
    RAISE EXCEPTION 'configuration % was submitted and is not edited any more', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER configuration_guard BEFORE UPDATE ON tables_configuration
  FOR EACH ROW EXECUTE FUNCTION tables_guard_configuration();
CREATE TRIGGER configurations_stay BEFORE DELETE OR TRUNCATE ON tables_configuration
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
