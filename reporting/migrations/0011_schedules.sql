-- No schedule, turn or receipt is taken away; an ended schedule stays as it is; who changes one is who acts (ADR 0141).
CREATE TRIGGER reporting_schedule_stays BEFORE DELETE OR TRUNCATE ON reporting_schedule
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_schedule_same BEFORE UPDATE ON reporting_schedule
    FOR EACH ROW WHEN (
        OLD.state = 'ended' OR (OLD.id, OLD.key, OLD.name) IS DISTINCT FROM (NEW.id, NEW.key, NEW.name)
    )
    EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER actor_is_signed
    BEFORE INSERT OR UPDATE OF changed_by_id ON reporting_schedule
    FOR EACH ROW EXECUTE FUNCTION players_refuse_other_actor('changed_by_id');
SELECT audit_watch('reporting_schedule');

CREATE TRIGGER reporting_turn_stays BEFORE DELETE OR TRUNCATE ON reporting_scheduleturn
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_turn_told_once BEFORE UPDATE ON reporting_scheduleturn
    FOR EACH ROW WHEN (
        OLD.told_at IS NOT NULL
        OR (OLD.id, OLD.schedule_id, OLD.first_day, OLD.last_day, OLD.due_at, OLD.run_id, OLD.format)
        IS DISTINCT FROM (NEW.id, NEW.schedule_id, NEW.first_day, NEW.last_day, NEW.due_at, NEW.run_id, NEW.format)
    )
    EXECUTE FUNCTION reporting_refuse_change();

CREATE TRIGGER reporting_notice_stays BEFORE DELETE OR TRUNCATE ON reporting_notice
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_notice_received_once BEFORE UPDATE ON reporting_notice
    FOR EACH ROW WHEN (
        OLD.received_at IS NOT NULL
        OR (OLD.id, OLD.turn_id, OLD.member_id, OLD.at, OLD.left_out, OLD.due_at)
        IS DISTINCT FROM (NEW.id, NEW.turn_id, NEW.member_id, NEW.at, NEW.left_out, NEW.due_at)
    )
    EXECUTE FUNCTION reporting_refuse_change();
