-- Voids, rules of a table and stops say who acts, as in players (ADR 0141).
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF proposed_by_id, decided_by_id ON tables_voidproposal
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('proposed_by_id', 'decided_by_id');
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF submitted_by_id, decided_by_id ON tables_configuration
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('submitted_by_id', 'decided_by_id');
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF by_id, lifted_by_id ON tables_stop
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('by_id', 'lifted_by_id');
