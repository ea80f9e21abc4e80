-- A file that was made keeps its number, moment and digest; of a package only the safe's word is added, once (PT-61, PT-67).
CREATE TRIGGER reporting_safefile_only_added
    BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_safefile
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();

CREATE FUNCTION reporting_guard_safepackage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.delivered_at IS NOT NULL
        OR (OLD.id, OLD.vault, OLD.name, OLD.day, OLD.made_at, OLD.sha256, OLD.size)
        IS DISTINCT FROM (NEW.id, NEW.vault, NEW.name, NEW.day, NEW.made_at, NEW.sha256, NEW.size) THEN
        RAISE EXCEPTION 'package % stays as it was made', OLD.name USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER reporting_safepackage_guard BEFORE UPDATE ON reporting_safepackage
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_safepackage();
CREATE TRIGGER reporting_safepackage_stays BEFORE DELETE OR TRUNCATE ON reporting_safepackage
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
