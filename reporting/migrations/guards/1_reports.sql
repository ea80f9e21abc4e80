-- A report that was handed out is never changed and never gone: a correction is another revision (PT-55).

CREATE FUNCTION reporting_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'reports: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'A correction is a new revision.';
END $$;

CREATE TRIGGER reporting_report_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_dailyreport
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_proof_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_ledgerproof
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
CREATE TRIGGER reporting_export_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_exportlog
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();

-- What is hashed is what is kept, whoever wrote it.
ALTER TABLE reporting_dailyreport ADD CONSTRAINT reporting_report_hashed
    CHECK (sha256 = encode(sha256(convert_to(document, 'UTF8')), 'hex'));
