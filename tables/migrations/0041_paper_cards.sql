-- A croupier's table: readings are only added, and decisions stay.
CREATE TRIGGER card_events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_cardevent
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER paper_shoes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON tables_papershoe
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER shifts_stay BEFORE DELETE OR TRUNCATE ON tables_shift FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER keyed_cards_stay BEFORE DELETE OR TRUNCATE ON tables_keyedcard
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();
CREATE TRIGGER calls_stay BEFORE DELETE OR TRUNCATE ON tables_tablecall
  FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse();

-- A card is drawn into a round whose bets are closed and which is not finished, and taken back from that same round.
CREATE FUNCTION tables_guard_card_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind IN ('drawn', 'taken-back') AND NOT EXISTS (
       SELECT FROM tables_round r WHERE r.id = NEW.round_id AND r.phase IN ('closed', 'dealing')
         AND r.shoe_id = NEW.shoe_id AND r.table_id = NEW.table_id) THEN
    RAISE EXCEPTION 'a card is drawn or taken back while its round is dealt'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.kind = 'taken-back' AND NOT EXISTS (
       SELECT FROM tables_cardevent e WHERE e.id = NEW.replaces_id AND e.kind = 'drawn'
         AND (e.round_id, e.card, e.deck) = (NEW.round_id, NEW.card, NEW.deck)) THEN
    RAISE EXCEPTION 'a card is taken back as it was drawn' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_event_guard BEFORE INSERT ON tables_cardevent
  FOR EACH ROW EXECUTE FUNCTION tables_guard_card_event();

-- A place of a round holds one card at a time.
CREATE FUNCTION tables_guard_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'drawn' AND EXISTS (
       SELECT FROM tables_cardevent e WHERE e.round_id = NEW.round_id AND e.slot = NEW.slot AND e.kind = 'drawn'
         AND e.id <> NEW.id AND NOT EXISTS (SELECT FROM tables_cardevent b WHERE b.replaces_id = e.id)) THEN
    RAISE EXCEPTION 'a card lies in % already', NEW.slot USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER slot_guard BEFORE INSERT ON tables_cardevent FOR EACH ROW EXECUTE FUNCTION tables_guard_slot();

-- A shift ends once, a keyed card is decided once, a call is answered once.
CREATE FUNCTION tables_guard_shift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR (OLD.key, OLD.table_id, OLD.croupier_id, OLD.began_at, OLD.first_round)
     IS DISTINCT FROM (NEW.key, NEW.table_id, NEW.croupier_id, NEW.began_at, NEW.first_round) THEN
    RAISE EXCEPTION 'a shift ends once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER shift_guard BEFORE UPDATE ON tables_shift FOR EACH ROW EXECUTE FUNCTION tables_guard_shift();

CREATE FUNCTION tables_guard_keyed_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.confirmed IS NOT NULL OR (OLD.key, OLD.round_id, OLD.slot, OLD.card, OLD.keyed_by_id, OLD.keyed_at)
     IS DISTINCT FROM (NEW.key, NEW.round_id, NEW.slot, NEW.card, NEW.keyed_by_id, NEW.keyed_at) THEN
    RAISE EXCEPTION 'a card keyed by hand is decided once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keyed_card_guard BEFORE UPDATE ON tables_keyedcard
  FOR EACH ROW EXECUTE FUNCTION tables_guard_keyed_card();

CREATE FUNCTION tables_guard_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.answered_at IS NOT NULL OR (OLD.key, OLD.table_id, OLD.called_by_id, OLD.called_at)
     IS DISTINCT FROM (NEW.key, NEW.table_id, NEW.called_by_id, NEW.called_at) THEN
    RAISE EXCEPTION 'a call is answered once' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER call_guard BEFORE UPDATE ON tables_tablecall FOR EACH ROW EXECUTE FUNCTION tables_guard_call();

-- The person who deals, keys, decides, calls or answers is the one who is signed in (ADR 0141).
CREATE TRIGGER actor_is_signed
  BEFORE INSERT OR UPDATE OF decided_by_id ON tables_cardevent
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('decided_by_id');
CREATE TRIGGER actor_is_signed
  BEFORE INSERT OR UPDATE OF keyed_by_id, decided_by_id ON tables_keyedcard
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('keyed_by_id', 'decided_by_id');
CREATE TRIGGER actor_is_signed
  BEFORE INSERT OR UPDATE OF croupier_id, relieved_by_id ON tables_shift
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('croupier_id', 'relieved_by_id');
CREATE TRIGGER actor_is_signed
  BEFORE INSERT OR UPDATE OF called_by_id, answered_by_id ON tables_tablecall
  FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('called_by_id', 'answered_by_id');

-- What the sealed days read of a croupier's table (ADR 0151).
CREATE VIEW tables_public_cardevent WITH (security_invoker) AS
SELECT id, shoe_id, table_id, round_id, kind, slot, card, deck, source, device, refusal, croupier_id, decided_by_id, at,
  replaces_id
FROM tables_cardevent;
CREATE VIEW tables_public_papershoe WITH (security_invoker) AS
SELECT shoe_id, decks, shuffled_by, begun_by_id, begun_at, burns FROM tables_papershoe;
