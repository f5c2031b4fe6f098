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
  -- null until something is written after the adding: last_change and last_action are created_at then;
  -- last_action changes with the version, so that a running task's says when it was claimed
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
  -- whether tasks may wait for this one, so that its end must look for them
  awaited        BOOLEAN      NOT NULL DEFAULT FALSE,
  bucket         VARCHAR(60)  NOT NULL,
  type           VARCHAR(250) NOT NULL,
  flow_key       VARCHAR(200) NOT NULL,
  state          VARCHAR(60)  NOT NULL,
  sub_type       VARCHAR(250),
  context        MEDIUMTEXT,
  -- what Baton itself stores about the task, in the form of a context; null for nothing
  traits         MEDIUMTEXT,
  data           LONGBLOB,
  payload        LONGBLOB,
  PRIMARY KEY (id),
  -- The safety net. Status leads: lapsed leases, due tasks and old hints are each one range.
  INDEX baton_task_alarm (status, next_event_at),
  -- Ready tasks, flow by flow, in the order in which they run. No partial indexes here: status leads.
  INDEX baton_task_ready (status, bucket, type, flow_key, priority, run_at, id, last_change),
  -- 0 BLOCKED, 1 WAITING, 2 READY, 3 RUNNING, 4 ERROR. Finished tasks have left.
  CONSTRAINT baton_task_live CHECK (status BETWEEN 0 AND 4),
  CONSTRAINT baton_task_owner_exactly_when_held CHECK ((owner IS NOT NULL) = (status = 3)),
  CONSTRAINT baton_task_alarm_exactly_when_awaited CHECK ((next_event_at IS NOT NULL) = (status IN (1, 2, 3))),
  CONSTRAINT baton_task_time_to_run CHECK (CASE WHEN status IN (1, 2) THEN run_at IS NOT NULL WHEN status = 4 THEN run_at IS NULL ELSE TRUE END),
  CONSTRAINT baton_task_counts CHECK (version >= 1 AND attempts >= 0 AND losses >= 0 AND loss_limit >= 0 AND priority BETWEEN 0 AND 9)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_finished (
  id             BINARY(16)   NOT NULL,
  owner          BINARY(16),
  parent_id      BINARY(16),
  correlation_id BINARY(16),
  version        BIGINT       NOT NULL,
  created_at     DATETIME(6)  NOT NULL,
  finished_at    DATETIME(6)  NOT NULL,
  keep_until     DATETIME(6)  NOT NULL,
  -- when the claim that ended it was made; null when no node held it
  claimed_at     DATETIME(6),
  attempts       INT          NOT NULL,
  losses         INT          NOT NULL,
  status         SMALLINT     NOT NULL,
  priority       SMALLINT     NOT NULL,
  keyed          BOOLEAN      NOT NULL,
  bucket         VARCHAR(60)  NOT NULL,
  type           VARCHAR(250) NOT NULL,
  flow_key       VARCHAR(200) NOT NULL,
  state          VARCHAR(60)  NOT NULL,
  sub_type       VARCHAR(250),
  context        MEDIUMTEXT,
  -- what Baton itself stores about the task, in the form of a context; null for nothing
  traits         MEDIUMTEXT,
  error          TEXT,
  result         LONGBLOB,
  payload        LONGBLOB,
  PRIMARY KEY (id),
  INDEX baton_finished_keep_until (keep_until),
  -- As they are listed: by status or by type, latest first; and those of a chain.
  INDEX baton_finished_status (status, finished_at, id),
  INDEX baton_finished_type (type, finished_at, id),
  INDEX baton_finished_correlation (correlation_id),
  -- 5 DONE, 6 FAILED, 7 CANCELLED.
  CONSTRAINT baton_finished_status CHECK (status BETWEEN 5 AND 7)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- All finished tasks that are kept.
CREATE OR REPLACE VIEW baton_kept AS SELECT * FROM baton_finished;

-- Uniqueness: one row per taken key; the primary key decides every race. An id is unique
-- everywhere (type is empty), a caller's unique key in its type. expires_at is null while
-- the task lives. Kinds: 0 an id that Baton didn't make, 1 a caller's unique key.
CREATE TABLE IF NOT EXISTS baton_key (
  task_id     BINARY(16)   NOT NULL,
  hold_micros BIGINT       NOT NULL,
  expires_at  DATETIME(6),
  kind        SMALLINT     NOT NULL,
  while_kept  BOOLEAN      NOT NULL,
  type        VARCHAR(250) NOT NULL,
  text        VARCHAR(501) NOT NULL,
  PRIMARY KEY (kind, type, text),
  INDEX baton_key_task (task_id),
  INDEX baton_key_expires_at (expires_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The keys a kept finished task had, so that running it again can take them anew.
CREATE TABLE IF NOT EXISTS baton_finished_key (
  task_id     BINARY(16)   NOT NULL,
  hold_micros BIGINT       NOT NULL,
  kind        SMALLINT     NOT NULL,
  while_kept  BOOLEAN      NOT NULL,
  type        VARCHAR(250) NOT NULL,
  text        VARCHAR(501) NOT NULL,
  PRIMARY KEY (task_id, kind, type, text)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Attempts that failed or were lost. Outcomes: 0 NONE, 1 SUCCESS, 2 FAILURE, 3 LOST, 4 IN_DOUBT, 5 UNDECIDED, 6 CONTINUES,
-- 7 LEFT_TO_OTHERS.
CREATE TABLE IF NOT EXISTS baton_attempt (
  row_id   BIGINT      NOT NULL AUTO_INCREMENT,
  task_id  BINARY(16)  NOT NULL,
  owner    BINARY(16),
  -- null where no node held the task
  claimed_at DATETIME(6),
  ended_at DATETIME(6) NOT NULL,
  number   INT         NOT NULL,
  outcome  SMALLINT    NOT NULL,
  error    TEXT        NOT NULL,
  PRIMARY KEY (row_id),
  INDEX baton_attempt_task (task_id, ended_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_leader (
  duty       VARCHAR(120) NOT NULL,
  node       BINARY(16)   NOT NULL,
  lead_until DATETIME(6)  NOT NULL,
  PRIMARY KEY (duty)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE OR REPLACE VIEW baton_task_actions AS
SELECT id, type, sub_type, bucket, flow_key, priority, version, owner, state,
       CASE status WHEN 0 THEN 'BLOCKED' WHEN 1 THEN 'WAITING' WHEN 2 THEN 'READY' WHEN 3 THEN 'RUNNING' ELSE 'ERROR' END AS status,
       COALESCE(last_change, created_at) AS last_change, COALESCE(last_action, created_at) AS last_action,
       next_event_at AS next_action, data
FROM baton_task;

-- The nodes, as they were last heard of. Names are kept as a URL's query writes them, with commas.
-- Roles: 0 SERVER, 1 CLIENT. left_at is null while the node lives, or when it fell.
CREATE TABLE IF NOT EXISTS baton_node (
  id         BINARY(16)  NOT NULL,
  started_at DATETIME(6) NOT NULL,
  heard_at   DATETIME(6) NOT NULL,
  left_at    DATETIME(6),
  -- how long it holds a task without renewal, at most
  lease_micros BIGINT    NOT NULL,
  role       SMALLINT    NOT NULL,
  name       TEXT        NOT NULL,
  version    TEXT        NOT NULL,
  types      MEDIUMTEXT  NOT NULL,
  buckets    MEDIUMTEXT  NOT NULL,
  -- null when it has none
  limits     MEDIUMTEXT,
  -- the node's warnings by kind, each with its time; null when it has none
  warnings   MEDIUMTEXT,
  PRIMARY KEY (id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What is paused. What a pause doesn't name is empty; scope tells that from a name that is empty:
-- 1 for the bucket, 2 for the type, 4 for the key, added up.
CREATE TABLE IF NOT EXISTS baton_pause (
  since    DATETIME(6)  NOT NULL,
  scope    SMALLINT     NOT NULL,
  bucket   VARCHAR(60)  NOT NULL,
  type     VARCHAR(250) NOT NULL,
  flow_key VARCHAR(200) NOT NULL,
  reason   TEXT         NOT NULL,
  PRIMARY KEY (scope, bucket, type, flow_key)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Numbers of limits, rates and retries that operators set in place of those in code. kind is below zero: -1 slots on each
-- node, -2 slots of each key, -3 slots of the cluster, -4 a rate, -5 a retry, -6 errors of which
-- no incident is opened, -7 slots of a state on each node, -8 those of each key, -9 an acknowledgement. name is a type's, a type's and a state's,
-- a limit's, the id of a cause and a type, or a trouble.
CREATE TABLE IF NOT EXISTS baton_override (
  set_at  DATETIME(6)  NOT NULL,
  kind    SMALLINT     NOT NULL,
  name    VARCHAR(330) NOT NULL,
  numbers VARCHAR(200) NOT NULL,
  set_by  VARCHAR(200) NOT NULL,
  reason  TEXT         NOT NULL,
  PRIMARY KEY (kind, name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- A limit, or one key of it: its row is what claims lock. Goes when nobody has used it for a while.
-- paid_until: up to when the units a rate has given out last; null for a limit of slots.
CREATE TABLE IF NOT EXISTS baton_limit (
  paid_until DATETIME(6),
  idle_after DATETIME(6)  NOT NULL,
  name       VARCHAR(330) NOT NULL,
  PRIMARY KEY (name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Slots that claims took. One counts exactly while its task is held under its owner, which is never
-- used twice: whatever ends the holding gives it back without touching this table.
CREATE TABLE IF NOT EXISTS baton_permit (
  task_id    BINARY(16)   NOT NULL,
  owner      BINARY(16)   NOT NULL,
  limit_name VARCHAR(330) NOT NULL,
  PRIMARY KEY (limit_name, task_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What comes again and again. Its row lock lets exactly one node add the task of a tick, in the
-- transaction that moves next_tick on.
-- due_at: after this moment somebody must look at it: the next tick with its jitter, or the end of
-- the run it is counted from is awaited; null when it is over. timing: as the class Timing
-- writes it. missed: 0 SKIP, 1 ONCE, 2 ALL. overlap: 0 SKIP, 1 QUEUE, 2 ALLOW.
-- declared: the fingerprint under which code declared it last; null when it was only put at run time.
CREATE TABLE IF NOT EXISTS baton_schedule (
  last_task     BINARY(16),
  declared      BINARY(16),
  version       BIGINT NOT NULL,
  next_tick     DATETIME(6),
  due_at        DATETIME(6),
  last_tick     DATETIME(6),
  jitter_micros BIGINT NOT NULL,
  runs          BIGINT NOT NULL,
  skips         BIGINT NOT NULL,
  missed        SMALLINT NOT NULL,
  overlap       SMALLINT NOT NULL,
  priority      SMALLINT NOT NULL,
  paused        BOOLEAN NOT NULL,
  name          VARCHAR(120) NOT NULL,
  timing        VARCHAR(500) NOT NULL,
  type          VARCHAR(250) NOT NULL,
  sub_type      VARCHAR(250),
  bucket        VARCHAR(60),
  flow_key      VARCHAR(200) NOT NULL,
  state         VARCHAR(60) NOT NULL,
  context       MEDIUMTEXT,
  -- the traits of its tasks, and its earlier runs
  traits        MEDIUMTEXT,
  payload       LONGBLOB,
  PRIMARY KEY (name),
  CONSTRAINT baton_schedule_over CHECK (next_tick IS NULL OR due_at IS NOT NULL)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Who waits for whom. ended: the status in which it has ended, once that is counted. must_done:
-- whether the waiter needs it DONE. is_turn: whether the waiter waits for its turn, and on_id is the task before it in
-- their order.
CREATE TABLE IF NOT EXISTS baton_wait (
  on_id     BINARY(16) NOT NULL,
  waiter_id BINARY(16) NOT NULL,
  ended     SMALLINT,
  must_done BOOLEAN    NOT NULL,
  is_turn   BOOLEAN    NOT NULL DEFAULT FALSE,
  PRIMARY KEY (on_id, waiter_id),
  KEY baton_wait_waiter (waiter_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- A task that waits, or did: its row is what those who end the others lock. Goes some time after the
-- task. remaining: how many tasks it still waits for; 0 when its waiting is over. standing: how it
-- stands to the others: 0 it waits, 1 a person holds it, 2 its waiting is over, 3 it has ended before its turn. Not what
-- remaining says: that isn't counted while the task is held. awaits_turn: whether its turn in its order hasn't come.
CREATE TABLE IF NOT EXISTS baton_waiter (
  task_id     BINARY(16) NOT NULL,
  hint_micros BIGINT     NOT NULL,
  keep_micros BIGINT     NOT NULL,
  run_at      DATETIME(6),
  remaining   INT        NOT NULL,
  standing    SMALLINT   NOT NULL DEFAULT 0,
  awaits_turn BOOLEAN    NOT NULL DEFAULT FALSE,
  PRIMARY KEY (task_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The tasks of one type and key that run in the order in which they were committed: the last of them, and the one before
-- it when that was added. Goes when all have ended.
CREATE TABLE IF NOT EXISTS baton_order (
  last_id   BINARY(16)   NOT NULL,
  before_id BINARY(16),
  name      VARCHAR(460) NOT NULL,
  PRIMARY KEY (name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Who changed what by hand: written together with the change. task_id is null when it was not about
-- one task; version is the one that was changed.
CREATE TABLE IF NOT EXISTS baton_audit (
  written_at DATETIME(6)  NOT NULL,
  id         BINARY(16)   NOT NULL,
  task_id    BINARY(16),
  version    BIGINT,
  actor      VARCHAR(200) NOT NULL,
  action     VARCHAR(60)  NOT NULL,
  reason     TEXT,
  detail     TEXT,
  PRIMARY KEY (written_at, id),
  INDEX baton_audit_task (task_id, written_at, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What is noted beside the rows of tasks. Kinds: 0 a step that is done, 1 how far the task has come, 2 what it answered last,
-- and repeats (the names of both are empty), 3 a signal that was sent by name, 4 a wait for one (name and number, with a blank
-- between). Noted under the task's lease, or its lock. Of a workflow they stay while its row is kept; of others the steps, waits
-- and read signals go when it finishes. What is left of tasks that are gone is removed after a while.
CREATE TABLE IF NOT EXISTS baton_note (
  task_id  BINARY(16)   NOT NULL,
  noted_at DATETIME(6)  NOT NULL,
  kind     SMALLINT     NOT NULL,
  name     VARCHAR(120) NOT NULL,
  content  MEDIUMBLOB   NOT NULL,
  PRIMARY KEY (task_id, kind, name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Labels of the tasks that have some, live or kept. added_at is the task's created_at: a task that is added later under the same
-- id has labels of its own. What is left of tasks that are gone finds nothing, and is removed after a while.
CREATE TABLE IF NOT EXISTS baton_label (
  task_id  BINARY(16)   NOT NULL,
  added_at DATETIME(6)  NOT NULL,
  name     VARCHAR(60)  NOT NULL,
  text     VARCHAR(120) NOT NULL,
  PRIMARY KEY (task_id, added_at, name),
  INDEX baton_label_text (name, text, task_id, added_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What each node (source) did in each minute since 1970, by bucket and type. w01 to w19 say how often a
-- task waited, r01 to r19 how often an attempt ran, for up to 1, 2, 5, 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 30 s, 1, 5, 30 min, 2 h, longer.
CREATE TABLE IF NOT EXISTS baton_statistic (
  minute_no INT          NOT NULL,
  source    BINARY(16)   NOT NULL,
  added INT NOT NULL, started INT NOT NULL, done INT NOT NULL, failed INT NOT NULL, errors INT NOT NULL,
  retried INT NOT NULL, lost INT NOT NULL, w01 INT NOT NULL, w02 INT NOT NULL, w03 INT NOT NULL,
  w04 INT NOT NULL, w05 INT NOT NULL, w06 INT NOT NULL, w07 INT NOT NULL, w08 INT NOT NULL, w09 INT NOT NULL,
  w10 INT NOT NULL, w11 INT NOT NULL, w12 INT NOT NULL, w13 INT NOT NULL, w14 INT NOT NULL, w15 INT NOT NULL,
  w16 INT NOT NULL, w17 INT NOT NULL, w18 INT NOT NULL, w19 INT NOT NULL, r01 INT NOT NULL, r02 INT NOT NULL,
  r03 INT NOT NULL, r04 INT NOT NULL, r05 INT NOT NULL, r06 INT NOT NULL, r07 INT NOT NULL, r08 INT NOT NULL,
  r09 INT NOT NULL, r10 INT NOT NULL, r11 INT NOT NULL, r12 INT NOT NULL, r13 INT NOT NULL, r14 INT NOT NULL,
  r15 INT NOT NULL, r16 INT NOT NULL, r17 INT NOT NULL, r18 INT NOT NULL, r19 INT NOT NULL,
  bucket    VARCHAR(60)  NOT NULL,
  type      VARCHAR(250) NOT NULL,
  PRIMARY KEY (minute_no, bucket, type, source),
  -- A week of one type without the rows of the others.
  KEY baton_statistic_type (type, minute_no)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The same by the hour, of all nodes together, so that a week is read fast. minute_no: the hour's first.
CREATE TABLE IF NOT EXISTS baton_statistic_hour (
  minute_no INT          NOT NULL,
  added INT NOT NULL, started INT NOT NULL, done INT NOT NULL, failed INT NOT NULL, errors INT NOT NULL,
  retried INT NOT NULL, lost INT NOT NULL, w01 INT NOT NULL, w02 INT NOT NULL, w03 INT NOT NULL,
  w04 INT NOT NULL, w05 INT NOT NULL, w06 INT NOT NULL, w07 INT NOT NULL, w08 INT NOT NULL, w09 INT NOT NULL,
  w10 INT NOT NULL, w11 INT NOT NULL, w12 INT NOT NULL, w13 INT NOT NULL, w14 INT NOT NULL, w15 INT NOT NULL,
  w16 INT NOT NULL, w17 INT NOT NULL, w18 INT NOT NULL, w19 INT NOT NULL, r01 INT NOT NULL, r02 INT NOT NULL,
  r03 INT NOT NULL, r04 INT NOT NULL, r05 INT NOT NULL, r06 INT NOT NULL, r07 INT NOT NULL, r08 INT NOT NULL,
  r09 INT NOT NULL, r10 INT NOT NULL, r11 INT NOT NULL, r12 INT NOT NULL, r13 INT NOT NULL, r14 INT NOT NULL,
  r15 INT NOT NULL, r16 INT NOT NULL, r17 INT NOT NULL, r18 INT NOT NULL, r19 INT NOT NULL,
  bucket    VARCHAR(60)  NOT NULL,
  type      VARCHAR(250) NOT NULL,
  PRIMARY KEY (minute_no, bucket, type),
  KEY baton_statistic_hour_type (type, minute_no)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Notices of incidents, one row for each kind and name: a type, a schedule, a node or a fault of the database.
-- The row is written under its version before a sink gets the notice, so each notice is decided once.
-- kind: 0 ERROR, 1 STUCK, 2 QUEUED, 3 FAILING, 4 FAILED, 5 SCHEDULE, 6 SILENT_NODE, 7 NO_SERVER, 8 DATABASE. notice: the number of the latest one. reason: why that was told: 0 OPENED, 1 GREW,
-- 2 REMINDER, 3 REOPENED, 4 RESOLVED. heard: which notice each sink has heard, as a URL's query writes it.
-- calm_since is null while the trouble is seen.
CREATE TABLE IF NOT EXISTS baton_incident (
  id         BINARY(16)   NOT NULL,
  version    BIGINT       NOT NULL,
  tasks      BIGINT       NOT NULL,
  opened_at  DATETIME(6)  NOT NULL,
  noticed_at DATETIME(6)  NOT NULL,
  calm_since DATETIME(6),
  notice     INT          NOT NULL,
  returns    INT          NOT NULL,
  kind       SMALLINT     NOT NULL,
  reason     SMALLINT     NOT NULL,
  name       VARCHAR(250) NOT NULL,
  heard      TEXT,
  PRIMARY KEY (kind, name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The versions of these tables, and for each the oldest version whose nodes may still work on it.
CREATE TABLE IF NOT EXISTS baton_schema (
  version    INT         NOT NULL,
  applied_at DATETIME(6) NOT NULL,
  PRIMARY KEY (version)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

CREATE TABLE IF NOT EXISTS baton_schema_serves (
  version     INT NOT NULL,
  serves_from INT NOT NULL,
  PRIMARY KEY (version)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

INSERT INTO baton_schema_serves (version, serves_from) VALUES (1, 1) ON DUPLICATE KEY UPDATE serves_from = 1;
INSERT INTO baton_schema (version, applied_at) VALUES (1, UTC_TIMESTAMP(6));
