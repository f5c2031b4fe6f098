-- Baton's tables, version 15: many flows read as one. For PostgreSQL 13 and later. Nodes of older versions go on working.
-- Where millions of tasks with a key are live, build the index beforehand, with CREATE INDEX CONCURRENTLY under its name here:
-- then this migration waits for open transactions that have added tasks, and new ones for it, but for no more.

-- Ready tasks that have a key, all flows of a type together, in the order in which they run. Those without one stand so in
-- baton_task_ready and have no entry.
CREATE INDEX IF NOT EXISTS baton_task_keyed ON baton_task (bucket, type, priority, run_at, id)
  WHERE status = 2 AND flow_key <> '';

-- The ids of a claim that is over in a moment aren't worth compressing: up to 500 of them stay in the row as they are.
ALTER TABLE baton_claim SET (toast_tuple_target = 8160);

INSERT INTO baton_schema_serves (version, serves_from)
VALUES (15, (SELECT serves_from FROM baton_schema_serves WHERE version = 14));
INSERT INTO baton_schema (version, applied_at) VALUES (15, now());
