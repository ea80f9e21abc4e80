-- What was ordered and done stays as it came out: its files must be the same bytes whenever they are taken.
CREATE TRIGGER reporting_run_stays BEFORE DELETE OR TRUNCATE ON reporting_reportrun
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE FUNCTION reporting_refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'reports: % of % is refused: it is done', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER reporting_run_done_stays BEFORE UPDATE ON reporting_reportrun
    FOR EACH ROW WHEN (OLD.state = 'done') EXECUTE FUNCTION reporting_refuse_row();
CREATE TRIGGER reporting_piece_same BEFORE UPDATE OR TRUNCATE ON reporting_piece
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();

CREATE FUNCTION reporting_guard_piece() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.file_id IS NULL AND EXISTS (SELECT 1 FROM reporting_reportrun WHERE id = OLD.run_id AND state = 'done') THEN
        RAISE EXCEPTION 'reports: the rows of report % are done', OLD.run_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER reporting_piece_stays BEFORE DELETE ON reporting_piece
    FOR EACH ROW EXECUTE FUNCTION reporting_guard_piece();

-- What was asked for and done stays as it came out.
CREATE TRIGGER reporting_work_stays BEFORE DELETE OR TRUNCATE ON reporting_work
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_work_done_stays BEFORE UPDATE ON reporting_work
    FOR EACH ROW WHEN (OLD.state = 'done') EXECUTE FUNCTION reporting_refuse_row();
