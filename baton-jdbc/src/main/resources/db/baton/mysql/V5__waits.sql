-- Baton's tables, version 5: tasks that wait for others. For MySQL 8.0 and MariaDB 10.6 and later.
-- Additive: nodes of older versions go on working; an end that one of them writes is told to the
-- waiters by the next pruning of a newer one. MySQL commits after each statement; an interrupted run
-- can be repeated.

-- Whether tasks may wait for this one, so that its end must look for them. MySQL has no ADD COLUMN IF NOT EXISTS.
SET @baton_add_awaited = (
  SELECT IF(COUNT(*) = 0, 'ALTER TABLE baton_task ADD COLUMN awaited BOOLEAN NOT NULL DEFAULT FALSE', 'DO 0')
  FROM information_schema.columns
  WHERE table_schema = DATABASE() AND table_name = 'baton_task' AND column_name = 'awaited');
PREPARE baton_add_awaited FROM @baton_add_awaited;
EXECUTE baton_add_awaited;
DEALLOCATE PREPARE baton_add_awaited;

-- Who waits for whom. ended: the status in which it has ended, once that is counted. must_done:
-- whether the waiter needs it DONE.
CREATE TABLE IF NOT EXISTS baton_wait (
  on_id     BINARY(16) NOT NULL,
  waiter_id BINARY(16) NOT NULL,
  ended     SMALLINT,
  must_done BOOLEAN    NOT NULL,
  PRIMARY KEY (on_id, waiter_id),
  KEY baton_wait_waiter (waiter_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- A task that waits, or did: its row is what those who end the others lock. Goes some time after the
-- task. remaining: how many tasks it still waits for; 0 when its waiting is over.
CREATE TABLE IF NOT EXISTS baton_waiter (
  task_id     BINARY(16) NOT NULL,
  hint_micros BIGINT     NOT NULL,
  keep_micros BIGINT     NOT NULL,
  run_at      DATETIME(6),
  remaining   INT        NOT NULL,
  PRIMARY KEY (task_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (5, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (5, UTC_TIMESTAMP(6));
