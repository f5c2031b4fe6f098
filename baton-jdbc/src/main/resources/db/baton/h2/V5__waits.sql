-- Baton's tables, version 5: tasks that wait for others. For H2 2.2 and later.
-- Additive: nodes of older versions go on working; an end that one of them writes is told to the
-- waiters by the next pruning of a newer one. H2 commits after each statement; an interrupted run can
-- be repeated.

-- Whether tasks may wait for this one, so that its end must look for them.
ALTER TABLE baton_task ADD COLUMN IF NOT EXISTS awaited BOOLEAN DEFAULT FALSE NOT NULL;

-- Who waits for whom. ended: the status in which it has ended, once that is counted. must_done:
-- whether the waiter needs it DONE.
CREATE TABLE IF NOT EXISTS baton_wait (
  on_id     UUID    NOT NULL,
  waiter_id UUID    NOT NULL,
  ended     SMALLINT,
  must_done BOOLEAN NOT NULL,
  PRIMARY KEY (on_id, waiter_id)
);

CREATE INDEX IF NOT EXISTS baton_wait_waiter ON baton_wait (waiter_id);

-- A task that waits, or did: its row is what those who end the others lock. Goes some time after the
-- task. remaining: how many tasks it still waits for; 0 when its waiting is over.
CREATE TABLE IF NOT EXISTS baton_waiter (
  task_id     UUID    NOT NULL,
  hint_micros BIGINT  NOT NULL,
  keep_micros BIGINT  NOT NULL,
  run_at      TIMESTAMP(6) WITH TIME ZONE,
  remaining   INTEGER NOT NULL,
  PRIMARY KEY (task_id)
);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (5, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (5, CURRENT_TIMESTAMP);
