DROP TRIGGER reporting_work_done_stays ON reporting_work;
DROP TRIGGER reporting_work_stays ON reporting_work;
