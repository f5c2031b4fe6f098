-- Baton's tables, version 5: tasks that wait for others. For PostgreSQL 13 and later.
-- Additive: nodes of older versions go on working; an end that one of them writes is told to the
-- waiters by the next pruning of a newer one.

-- Whether tasks may wait for this one, so that its end must look for them.
ALTER TABLE baton_task ADD COLUMN IF NOT EXISTS awaited boolean NOT NULL DEFAULT false;

-- Who waits for whom.
CREATE TABLE baton_wait (
  on_id     uuid    NOT NULL,
  waiter_id uuid    NOT NULL,
  -- the status in which it has ended, once that is counted
  ended     smallint,
  -- whether the waiter needs it DONE
  must_done boolean NOT NULL,
  CONSTRAINT baton_wait_pk PRIMARY KEY (on_id, waiter_id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX baton_wait_waiter ON baton_wait (waiter_id);

-- A task that waits, or did: its row is what those who end the others lock. Goes some time after the task.
CREATE TABLE baton_waiter (
  task_id     uuid    NOT NULL,
  hint_micros bigint  NOT NULL,
  keep_micros bigint  NOT NULL,
  run_at      timestamptz,
  -- how many tasks it still waits for; 0 when its waiting is over
  remaining   integer NOT NULL,
  CONSTRAINT baton_waiter_pk PRIMARY KEY (task_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (5, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (5, now());
