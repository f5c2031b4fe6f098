-- Baton's tables, version 3: limits of the whole cluster. For MySQL 8.0 and MariaDB 10.6 and later.
-- Additive: nodes of older versions go on working beside newer ones; the limits count what the newer
-- ones claim. MySQL commits after each statement; an interrupted run can be repeated.

-- A limit, or one key of it: its row is what claims lock. Goes when nobody has used it for a while.
-- paid_until: up to when the units a rate has given out last; null for a limit of slots.
CREATE TABLE IF NOT EXISTS baton_limit (
  paid_until DATETIME(6),
  idle_after DATETIME(6)  NOT NULL,
  name       VARCHAR(330) NOT NULL,
  PRIMARY KEY (name)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Slots that claims took. One counts exactly while its task is held under its owner, which is never
-- used twice: whatever ends the holding gives it back without touching this table.
CREATE TABLE IF NOT EXISTS baton_permit (
  task_id    BINARY(16)   NOT NULL,
  owner      BINARY(16)   NOT NULL,
  limit_name VARCHAR(330) NOT NULL,
  PRIMARY KEY (limit_name, task_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (3, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (3, UTC_TIMESTAMP(6));
