-- The slices of a whole proof are evidence, as the proofs are.

CREATE TRIGGER reporting_slice_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_proofslice
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
