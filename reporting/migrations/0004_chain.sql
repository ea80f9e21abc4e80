CREATE TRIGGER reporting_link_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON reporting_chainlink
    FOR EACH STATEMENT EXECUTE FUNCTION reporting_refuse_change();
