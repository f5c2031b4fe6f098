-- Rules that no statement may break. The tables on PostgreSQL do not have them, for speed.
ALTER TABLE baton_task
  ADD CONSTRAINT baton_task_live CHECK (status BETWEEN 0 AND 4),
  ADD CONSTRAINT baton_task_owner_exactly_when_held CHECK ((owner IS NOT NULL) = (status = 3)),
  ADD CONSTRAINT baton_task_alarm_exactly_when_awaited CHECK ((next_event_at IS NOT NULL) = (status IN (1, 2, 3))),
  ADD CONSTRAINT baton_task_time_to_run CHECK (CASE WHEN status IN (1, 2) THEN run_at IS NOT NULL WHEN status = 4 THEN run_at IS NULL ELSE true END),
  ADD CONSTRAINT baton_task_counts CHECK (version >= 1 AND attempts >= 0 AND losses >= 0 AND loss_limit >= 0 AND priority BETWEEN 0 AND 9);
ALTER TABLE baton_finished ADD CONSTRAINT baton_finished_status CHECK (status BETWEEN 5 AND 7);
