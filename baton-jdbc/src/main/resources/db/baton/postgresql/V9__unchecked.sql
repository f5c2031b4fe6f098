-- Baton's tables, version 9: nothing is checked row by row. For PostgreSQL 13 and later.
-- Nodes of older versions go on working.

-- The server reads a table's checks anew with each statement: a fifth of what a single add cost it. That no
-- statement of Baton's breaks one of them is shown by its tests, which put them back.
ALTER TABLE baton_task
  DROP CONSTRAINT IF EXISTS baton_task_live,
  DROP CONSTRAINT IF EXISTS baton_task_owner_exactly_when_held,
  DROP CONSTRAINT IF EXISTS baton_task_alarm_exactly_when_awaited,
  DROP CONSTRAINT IF EXISTS baton_task_time_to_run,
  DROP CONSTRAINT IF EXISTS baton_task_counts;
ALTER TABLE baton_finished DROP CONSTRAINT IF EXISTS baton_finished_status;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (9, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (9, now());
