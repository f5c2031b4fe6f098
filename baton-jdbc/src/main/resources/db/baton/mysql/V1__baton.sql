-- Baton's tables, version 1, for MySQL 8.0 and later and MariaDB 10.6 and later.
-- Plain SQL: applied by Flyway, Liquibase, the client, or BatonSchema.apply(dataSource).
-- MySQL commits after each statement; IF NOT EXISTS lets an interrupted run be repeated.
-- Times are UTC. Names and keys are compared byte by byte.

CREATE TABLE IF NOT EXISTS baton_task (
  id             BINARY(16)   NOT NULL,
  owner          BINARY(16),
  parent_id      BINARY(16),
  correlation_id BINARY(16),
  version        BIGINT       NOT NULL,
  created_at     DATETIME(6)  NOT NULL,
  -- null until something is written after the adding: last_change and last_action are created_at then
  last_change    DATETIME(6),
  last_action    DATETIME(6),
  run_at         DATETIME(6),
  next_event_at  DATETIME(6),
  attempts       INT          NOT NULL,
  losses         INT          NOT NULL,
  loss_limit     INT          NOT NULL,
  status         SMALLINT     NOT NULL,
  priority       SMALLINT     NOT NULL,
  last_outcome   SMALLINT     NOT NULL,
  keyed          BOOLEAN      NOT NULL,
  bucket         VARCHAR(60)  NOT NULL,
  type           VARCHAR(120) NOT NULL,
  flow_key       VARCHAR(200) NOT NULL,
  state          VARCHAR(60)  NOT NULL,
  sub_type       VARCHAR(120),
  context        MEDIUMTEXT,
  data           LONGBLOB,
  payload        LONGBLOB,
  PRIMARY KEY (id),
  -- The safety net. Status leads: lapsed leases, due tasks and old hints are each one range.
  INDEX baton_task_alarm (status, next_event_at),
  -- Ready tasks, flow by flow, in the order in which they run. No partial indexes here: status leads.
  INDEX baton_task_ready (status, bucket, type, flow_key, priority, run_at, id),
  -- 0 BLOCKED, 1 WAITING, 2 SUBMITTED, 3 PROCESSING, 4 ERROR. Finished tasks have left.
  CONSTRAINT baton_task_live CHECK (status BETWEEN 0 AND 4),
  CONSTRAINT baton_task_owner_exactly_when_held CHECK ((owner IS NOT NULL) = (status = 3)),
  CONSTRAINT baton_task_alarm_exactly_when_awaited CHECK ((next_event_at IS NOT NULL) = (status IN (1, 2, 3))),
  CONSTRAINT baton_task_time_to_run CHECK (CASE WHEN status IN (1, 2) THEN run_at IS NOT NULL WHEN status = 4 THEN run_at IS NULL ELSE TRUE END),
  CONSTRAINT baton_task_counts CHECK (version >= 1 AND attempts >= 0 AND losses >= 0 AND loss_limit >= 0 AND priority BETWEEN 0 AND 9)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_finished (
  id             BINARY(16)   NOT NULL,
  owner          BINARY(16),
  parent_id      BINARY(16),
  correlation_id BINARY(16),
  version        BIGINT       NOT NULL,
  created_at     DATETIME(6)  NOT NULL,
  finished_at    DATETIME(6)  NOT NULL,
  keep_until     DATETIME(6)  NOT NULL,
  attempts       INT          NOT NULL,
  losses         INT          NOT NULL,
  status         SMALLINT     NOT NULL,
  priority       SMALLINT     NOT NULL,
  keyed          BOOLEAN      NOT NULL,
  bucket         VARCHAR(60)  NOT NULL,
  type           VARCHAR(120) NOT NULL,
  flow_key       VARCHAR(200) NOT NULL,
  state          VARCHAR(60)  NOT NULL,
  sub_type       VARCHAR(120),
  context        MEDIUMTEXT,
  error          TEXT,
  result         LONGBLOB,
  payload        LONGBLOB,
  PRIMARY KEY (id),
  INDEX baton_finished_keep_until (keep_until),
  -- 5 DONE, 6 FAILED, 7 CANCELLED.
  CONSTRAINT baton_finished_status CHECK (status BETWEEN 5 AND 7)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Uniqueness: one row per taken key; the primary key decides every race. An id is unique
-- everywhere (type is empty), a caller's unique key in its type. expires_at is null while
-- the task lives. Kinds: 0 an id that Baton didn't make, 1 a caller's unique key.
CREATE TABLE IF NOT EXISTS baton_key (
  task_id     BINARY(16)   NOT NULL,
  hold_micros BIGINT       NOT NULL,
  expires_at  DATETIME(6),
  kind        SMALLINT     NOT NULL,
  while_kept  BOOLEAN      NOT NULL,
  type        VARCHAR(120) NOT NULL,
  text        VARCHAR(400) NOT NULL,
  PRIMARY KEY (kind, type, text),
  INDEX baton_key_task (task_id),
  INDEX baton_key_expires_at (expires_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The keys a kept finished task had, so that running it again can take them anew.
CREATE TABLE IF NOT EXISTS baton_finished_key (
  task_id     BINARY(16)   NOT NULL,
  hold_micros BIGINT       NOT NULL,
  kind        SMALLINT     NOT NULL,
  while_kept  BOOLEAN      NOT NULL,
  type        VARCHAR(120) NOT NULL,
  text        VARCHAR(400) NOT NULL,
  PRIMARY KEY (task_id, kind, type, text)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Attempts that failed or were lost. Outcomes: 0 NONE, 1 SUCCESS, 2 FAILURE, 3 LOST.
CREATE TABLE IF NOT EXISTS baton_attempt (
  row_id   BIGINT      NOT NULL AUTO_INCREMENT,
  task_id  BINARY(16)  NOT NULL,
  owner    BINARY(16),
  ended_at DATETIME(6) NOT NULL,
  number   INT         NOT NULL,
  outcome  SMALLINT    NOT NULL,
  error    TEXT        NOT NULL,
  PRIMARY KEY (row_id),
  INDEX baton_attempt_task (task_id, ended_at),
  INDEX baton_attempt_ended_at (ended_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_leader (
  duty       VARCHAR(120) NOT NULL,
  node       BINARY(16)   NOT NULL,
  lead_until DATETIME(6)  NOT NULL,
  PRIMARY KEY (duty)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE OR REPLACE VIEW baton_task_actions AS
SELECT id, type, sub_type, bucket, flow_key, priority, version, owner, state,
       CASE status WHEN 0 THEN 'BLOCKED' WHEN 1 THEN 'WAITING' WHEN 2 THEN 'SUBMITTED' WHEN 3 THEN 'PROCESSING' ELSE 'ERROR' END AS status,
       COALESCE(last_change, created_at) AS last_change, COALESCE(last_action, created_at) AS last_action,
       next_event_at AS next_action, data
FROM baton_task;

CREATE TABLE IF NOT EXISTS baton_schema (
  version    INT         NOT NULL,
  applied_at DATETIME(6) NOT NULL,
  PRIMARY KEY (version)
) ENGINE = InnoDB;

INSERT INTO baton_schema (version, applied_at) VALUES (1, UTC_TIMESTAMP(6));
