-- The rows that were taken over, and the phase of each engine's move, in the row without an old_id. Only the move uses this table.

-- name: create @postgresql
CREATE TABLE IF NOT EXISTS baton_moved (
  task_id   uuid,
  -- the number of attempts at the time of the move, and how the latest had ended
  attempts  integer  NOT NULL,
  outcome   smallint NOT NULL,
  source    text COLLATE "C" NOT NULL,
  old_id    text COLLATE "C" NOT NULL,
  schedule  text COLLATE "C",
  -- the state of the old row, in the terms of its engine
  was       text COLLATE "C" NOT NULL,
  CONSTRAINT baton_moved_pk PRIMARY KEY (source, old_id)
)

-- name: create @mysql
CREATE TABLE IF NOT EXISTS baton_moved (
  task_id   BINARY(16),
  attempts  INTEGER  NOT NULL,
  outcome   SMALLINT NOT NULL,
  source    VARCHAR(160) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  old_id    VARCHAR(600) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  schedule  VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  was       MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (source, old_id)
)

-- name: begin
INSERT INTO baton_moved (source, old_id, was, attempts, outcome) VALUES (?, '', 'STOPPED', 0, 0) ON CONFLICT DO NOTHING

-- name: begin @mysql
INSERT INTO baton_moved (source, old_id, was, attempts, outcome) VALUES (?, '', 'STOPPED', 0, 0)
ON DUPLICATE KEY UPDATE attempts = attempts

-- name: lock-phase
SELECT was FROM baton_moved WHERE source = ? AND old_id = '' FOR UPDATE

-- name: phase
SELECT was FROM baton_moved WHERE source = ? AND old_id = ''

-- name: set-phase
UPDATE baton_moved SET was = ? WHERE source = ? AND old_id = ''

-- name: add
INSERT INTO baton_moved (source, old_id, task_id, schedule, attempts, outcome, was) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: page
SELECT old_id, task_id, schedule, attempts, outcome, was FROM baton_moved WHERE source = ? AND old_id > ? ORDER BY old_id LIMIT ?

-- name: remove
DELETE FROM baton_moved WHERE source = ? AND old_id IN ({items})

-- name: count
SELECT COUNT(*) FROM baton_moved WHERE source = ? AND old_id <> ''

-- name: forget
DELETE FROM baton_moved WHERE source = ? AND old_id <> ''

-- name: live-tasks
SELECT id FROM baton_task WHERE id IN ({items})

-- name: drop-keys
DELETE FROM baton_key WHERE task_id IN ({items})

-- name: drop-keys @mysql
DELETE k FROM baton_key k FORCE INDEX (baton_key_task) WHERE k.task_id IN ({items})

-- name: hold-key
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
VALUES (?, ?, ?, ?, 0, FALSE, clock_timestamp() + ? * interval '1 microsecond') ON CONFLICT DO NOTHING

-- name: hold-key @mysql
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
VALUES (?, ?, ?, ?, 0, FALSE, UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND) ON DUPLICATE KEY UPDATE kind = kind
