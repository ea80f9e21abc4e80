-- A package keeps what its day came to by its files; that stays too.
CREATE OR REPLACE FUNCTION reporting_guard_safepackage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.delivered_at IS NOT NULL
        OR (OLD.id, OLD.vault, OLD.name, OLD.correction, OLD.carried, OLD.day, OLD.made_at, OLD.sha256, OLD.size, OLD.sums)
        IS DISTINCT FROM (NEW.id, NEW.vault, NEW.name, NEW.correction, NEW.carried, NEW.day, NEW.made_at, NEW.sha256, NEW.size, NEW.sums) THEN
        RAISE EXCEPTION 'package % stays as it was made', OLD.name USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
