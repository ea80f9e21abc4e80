DROP TRIGGER reporting_piece_stays ON reporting_piece;
DROP FUNCTION reporting_guard_piece();
DROP TRIGGER reporting_piece_same ON reporting_piece;
DROP TRIGGER reporting_run_done_stays ON reporting_reportrun;
DROP FUNCTION reporting_refuse_row();
DROP TRIGGER reporting_run_stays ON reporting_reportrun;
