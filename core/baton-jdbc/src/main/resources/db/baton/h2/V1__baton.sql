-- Baton's tables, version 1, for H2 2.2 and later.
-- Plain SQL: applied by Flyway, Liquibase, the H2 console, or BatonSchema.apply(dataSource).
-- H2 commits after each statement; IF NOT EXISTS lets an interrupted run be repeated.

CREATE TABLE IF NOT EXISTS baton_task (
  id             UUID         NOT NULL,
  owner          UUID,
  parent_id      UUID,
  correlation_id UUID,
  version        BIGINT       NOT NULL,
  created_at     TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  -- null until something is written after the adding: last_change and last_action are created_at then;
  -- last_action changes with the version, so that a running task's says when it was claimed
  last_change    TIMESTAMP(6) WITH TIME ZONE,
  last_action    TIMESTAMP(6) WITH TIME ZONE,
  run_at         TIMESTAMP(6) WITH TIME ZONE,
  next_event_at  TIMESTAMP(6) WITH TIME ZONE,
  attempts       INT          NOT NULL,
  losses         INT          NOT NULL,
  loss_limit     INT          NOT NULL,
  status         SMALLINT     NOT NULL,
  priority       SMALLINT     NOT NULL,
  last_outcome   SMALLINT     NOT NULL,
  keyed          BOOLEAN      NOT NULL,
  -- whether tasks may wait for this one, so that its end must look for them
  awaited        BOOLEAN      DEFAULT FALSE NOT NULL,
  bucket         VARCHAR(60)  NOT NULL,
  type           VARCHAR(250) NOT NULL,
  flow_key       VARCHAR(200) NOT NULL,
  state          VARCHAR(60)  NOT NULL,
  sub_type       VARCHAR(250),
  context        VARCHAR(200000),
  -- what Baton itself stores about the task, in the form of a context; null for nothing
  traits         VARCHAR(200000),
  data           VARBINARY(33554432),
  payload        VARBINARY(33554432),
  PRIMARY KEY (id),
  -- 0 BLOCKED, 1 WAITING, 2 READY, 3 RUNNING, 4 ERROR. Finished tasks have left.
  CONSTRAINT baton_task_live CHECK (status BETWEEN 0 AND 4),
  CONSTRAINT baton_task_owner_exactly_when_held CHECK ((owner IS NOT NULL) = (status = 3)),
  CONSTRAINT baton_task_alarm_exactly_when_awaited CHECK ((next_event_at IS NOT NULL) = (status BETWEEN 1 AND 3)),
  CONSTRAINT baton_task_time_to_run CHECK (CASE WHEN status BETWEEN 1 AND 2 THEN run_at IS NOT NULL WHEN status = 4 THEN run_at IS NULL ELSE TRUE END),
  CONSTRAINT baton_task_counts CHECK (version >= 1 AND attempts >= 0 AND losses >= 0 AND loss_limit >= 0 AND priority BETWEEN 0 AND 9)
);

-- The safety net. Status leads: lapsed leases, due tasks and old hints are each one range.
CREATE INDEX IF NOT EXISTS baton_task_alarm ON baton_task (status, next_event_at);
-- Ready tasks, flow by flow, in the order in which they run. No partial indexes here: status leads.
CREATE INDEX IF NOT EXISTS baton_task_ready ON baton_task (status, bucket, type, flow_key, priority, run_at, id, last_change);

CREATE TABLE IF NOT EXISTS baton_finished (
  id             UUID         NOT NULL,
  owner          UUID,
  parent_id      UUID,
  correlation_id UUID,
  version        BIGINT       NOT NULL,
  created_at     TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  finished_at    TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  keep_until     TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  -- when the claim that ended it was made; null when no node held it
  claimed_at     TIMESTAMP(6) WITH TIME ZONE,
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
  context        VARCHAR(200000),
  -- what Baton itself stores about the task, in the form of a context; null for nothing
  traits         VARCHAR(200000),
  error          VARCHAR(8000),
  result         VARBINARY(33554432),
  payload        VARBINARY(33554432),
  PRIMARY KEY (id),
  -- 5 DONE, 6 FAILED, 7 CANCELLED.
  CONSTRAINT baton_finished_status CHECK (status BETWEEN 5 AND 7)
);

CREATE INDEX IF NOT EXISTS baton_finished_keep_until ON baton_finished (keep_until);

-- Finished tasks as they are listed: by status or by type, latest first; and those of a chain.
CREATE INDEX IF NOT EXISTS baton_finished_status ON baton_finished (status, finished_at, id);
CREATE INDEX IF NOT EXISTS baton_finished_type ON baton_finished (type, finished_at, id);
CREATE INDEX IF NOT EXISTS baton_finished_correlation ON baton_finished (correlation_id);

-- All finished tasks that are kept.
CREATE OR REPLACE VIEW baton_kept AS SELECT * FROM baton_finished;

-- Uniqueness: one row per taken key; the primary key decides every race. An id is unique
-- everywhere (type is empty), a caller's unique key in its type. expires_at is null while
-- the task lives. Kinds: 0 an id that Baton didn't make, 1 a caller's unique key.
CREATE TABLE IF NOT EXISTS baton_key (
  task_id     UUID         NOT NULL,
  hold_micros BIGINT       NOT NULL,
  expires_at  TIMESTAMP(6) WITH TIME ZONE,
  kind        SMALLINT     NOT NULL,
  while_kept  BOOLEAN      NOT NULL,
  type        VARCHAR(250) NOT NULL,
  text        VARCHAR(501) NOT NULL,
  PRIMARY KEY (kind, type, text)
);

CREATE INDEX IF NOT EXISTS baton_key_task ON baton_key (task_id);
CREATE INDEX IF NOT EXISTS baton_key_expires_at ON baton_key (expires_at);

-- The keys a kept finished task had, so that running it again can take them anew.
CREATE TABLE IF NOT EXISTS baton_finished_key (
  task_id     UUID         NOT NULL,
  hold_micros BIGINT       NOT NULL,
  kind        SMALLINT     NOT NULL,
  while_kept  BOOLEAN      NOT NULL,
  type        VARCHAR(250) NOT NULL,
  text        VARCHAR(501) NOT NULL,
  PRIMARY KEY (task_id, kind, type, text)
);

-- Attempts that failed or were lost. Outcomes: 0 NONE, 1 SUCCESS, 2 FAILURE, 3 LOST, 4 IN_DOUBT, 5 UNDECIDED, 6 CONTINUES,
-- 7 LEFT_TO_OTHERS.
CREATE TABLE IF NOT EXISTS baton_attempt (
  row_id   BIGINT GENERATED ALWAYS AS IDENTITY,
  task_id  UUID        NOT NULL,
  owner    UUID,
  -- null where no node held the task
  claimed_at TIMESTAMP(6) WITH TIME ZONE,
  ended_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  number   INT         NOT NULL,
  outcome  SMALLINT    NOT NULL,
  error    VARCHAR(8000)        NOT NULL,
  PRIMARY KEY (row_id)
);

CREATE INDEX IF NOT EXISTS baton_attempt_task ON baton_attempt (task_id, ended_at);

CREATE TABLE IF NOT EXISTS baton_leader (
  duty       VARCHAR(120) NOT NULL,
  node       UUID         NOT NULL,
  lead_until TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  PRIMARY KEY (duty)
);

CREATE OR REPLACE VIEW baton_task_actions AS
SELECT id, type, sub_type, bucket, flow_key, priority, version, owner, state,
       CASE status WHEN 0 THEN 'BLOCKED' WHEN 1 THEN 'WAITING' WHEN 2 THEN 'READY' WHEN 3 THEN 'RUNNING' ELSE 'ERROR' END AS status,
       COALESCE(last_change, created_at) AS last_change, COALESCE(last_action, created_at) AS last_action,
       next_event_at AS next_action, data
FROM baton_task;

-- The nodes, as they were last heard of. Names are kept as a URL's query writes them, with commas.
-- Roles: 0 SERVER, 1 CLIENT. left_at is null while the node lives, or when it fell.
CREATE TABLE IF NOT EXISTS baton_node (
  id         UUID             NOT NULL,
  started_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  heard_at   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  left_at    TIMESTAMP(6) WITH TIME ZONE,
  -- how long it holds a task without renewal, at most
  lease_micros BIGINT    NOT NULL,
  role       SMALLINT         NOT NULL,
  name       VARCHAR(8000)    NOT NULL,
  version    VARCHAR(8000)    NOT NULL,
  types      VARCHAR(1000000) NOT NULL,
  buckets    VARCHAR(1000000) NOT NULL,
  -- null when it has none
  limits     VARCHAR(1000000),
  -- the node's warnings by kind, each with its time; null when it has none
  warnings   VARCHAR(1000000),
  PRIMARY KEY (id)
);

-- What is paused. What a pause doesn't name is empty; scope tells that from a name that is empty:
-- 1 for the bucket, 2 for the type, 4 for the key, added up.
CREATE TABLE IF NOT EXISTS baton_pause (
  since    TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  scope    SMALLINT      NOT NULL,
  bucket   VARCHAR(60)   NOT NULL,
  type     VARCHAR(250)  NOT NULL,
  flow_key VARCHAR(200)  NOT NULL,
  reason   VARCHAR(8000) NOT NULL,
  PRIMARY KEY (scope, bucket, type, flow_key)
);

-- Numbers of limits, rates and retries that operators set in place of those in code. kind is below zero: -1 slots on each
-- node, -2 slots of each key, -3 slots of the cluster, -4 a rate, -5 a retry, -6 errors of which
-- no incident is opened, -7 slots of a state on each node, -8 those of each key, -9 an acknowledgement. name is a type's, a type's and a state's,
-- a limit's, the id of a cause and a type, or a trouble.
CREATE TABLE IF NOT EXISTS baton_override (
  set_at  TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  kind    SMALLINT      NOT NULL,
  name    VARCHAR(330)  NOT NULL,
  numbers VARCHAR(200)  NOT NULL,
  set_by  VARCHAR(200)  NOT NULL,
  reason  VARCHAR(8000) NOT NULL,
  PRIMARY KEY (kind, name)
);

-- A limit, or one key of it: its row is what claims lock. Goes when nobody has used it for a while.
-- paid_until: up to when the units a rate has given out last; null for a limit of slots.
CREATE TABLE IF NOT EXISTS baton_limit (
  paid_until TIMESTAMP(6) WITH TIME ZONE,
  idle_after TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  name       VARCHAR(330) NOT NULL,
  PRIMARY KEY (name)
);

-- Slots that claims took. One counts exactly while its task is held under its owner, which is never
-- used twice: whatever ends the holding gives it back without touching this table.
CREATE TABLE IF NOT EXISTS baton_permit (
  task_id    UUID         NOT NULL,
  owner      UUID         NOT NULL,
  limit_name VARCHAR(330) NOT NULL,
  PRIMARY KEY (limit_name, task_id)
);

-- What comes again and again. Its row lock lets exactly one node add the task of a tick, in the
-- transaction that moves next_tick on.
-- due_at: after this moment somebody must look at it: the next tick with its jitter, or the end of
-- the run it is counted from is awaited; null when it is over. timing: as the class Timing
-- writes it. missed: 0 SKIP, 1 ONCE, 2 ALL. overlap: 0 SKIP, 1 QUEUE, 2 ALLOW.
-- declared: the fingerprint under which code declared it last; null when it was only put at run time.
CREATE TABLE IF NOT EXISTS baton_schedule (
  last_task     UUID,
  declared      UUID,
  version       BIGINT NOT NULL,
  next_tick     TIMESTAMP(6) WITH TIME ZONE,
  due_at        TIMESTAMP(6) WITH TIME ZONE,
  last_tick     TIMESTAMP(6) WITH TIME ZONE,
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
  context       VARCHAR(200000),
  -- the traits of its tasks, and its earlier runs
  traits        VARCHAR(200000),
  payload       VARBINARY(33554432),
  PRIMARY KEY (name),
  CONSTRAINT baton_schedule_over CHECK (next_tick IS NULL OR due_at IS NOT NULL)
);

-- Who waits for whom. ended: the status in which it has ended, once that is counted. must_done:
-- whether the waiter needs it DONE. is_turn: whether the waiter waits for its turn, and on_id is the task before it in
-- their order.
CREATE TABLE IF NOT EXISTS baton_wait (
  on_id     UUID    NOT NULL,
  waiter_id UUID    NOT NULL,
  ended     SMALLINT,
  must_done BOOLEAN NOT NULL,
  is_turn   BOOLEAN DEFAULT FALSE NOT NULL,
  PRIMARY KEY (on_id, waiter_id)
);

CREATE INDEX IF NOT EXISTS baton_wait_waiter ON baton_wait (waiter_id);

-- A task that waits, or did: its row is what those who end the others lock. Goes some time after the
-- task. remaining: how many tasks it still waits for; 0 when its waiting is over. standing: how it
-- stands to the others: 0 it waits, 1 a person holds it, 2 its waiting is over, 3 it has ended before its turn. Not what
-- remaining says: that isn't counted while the task is held. awaits_turn: whether its turn in its order hasn't come.
CREATE TABLE IF NOT EXISTS baton_waiter (
  task_id     UUID    NOT NULL,
  hint_micros BIGINT  NOT NULL,
  keep_micros BIGINT  NOT NULL,
  run_at      TIMESTAMP(6) WITH TIME ZONE,
  remaining   INTEGER NOT NULL,
  standing    SMALLINT DEFAULT 0 NOT NULL,
  awaits_turn BOOLEAN DEFAULT FALSE NOT NULL,
  PRIMARY KEY (task_id)
);

-- The tasks of one type and key that run in the order in which they were committed: the last of them, and the one before
-- it when that was added. Goes when all have ended.
CREATE TABLE IF NOT EXISTS baton_order (
  last_id   UUID NOT NULL,
  before_id UUID,
  name      VARCHAR(460) NOT NULL,
  PRIMARY KEY (name)
);

-- Who changed what by hand: written together with the change. task_id is null when it was not about
-- one task; version is the one that was changed.
CREATE TABLE IF NOT EXISTS baton_audit (
  written_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  id         UUID         NOT NULL,
  task_id    UUID,
  version    BIGINT,
  actor      VARCHAR(200) NOT NULL,
  action     VARCHAR(60)  NOT NULL,
  reason     VARCHAR(8000),
  detail     VARCHAR(8000),
  PRIMARY KEY (written_at, id)
);

CREATE INDEX IF NOT EXISTS baton_audit_task ON baton_audit (task_id, written_at, id);

-- What is noted beside the rows of tasks. Kinds: 0 a step that is done, 1 how far the task has come, 2 what it answered last,
-- and repeats (the names of both are empty), 3 a signal that was sent by name, 4 a wait for one (name and number, with a blank
-- between). Noted under the task's lease, or its lock. Of a workflow they stay while its row is kept; of others the steps, waits
-- and read signals go when it finishes. What is left of tasks that are gone is removed after a while.
CREATE TABLE IF NOT EXISTS baton_note (
  task_id  UUID         NOT NULL,
  noted_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  kind     SMALLINT     NOT NULL,
  name     VARCHAR(120) NOT NULL,
  content  VARBINARY(1048576) NOT NULL,
  PRIMARY KEY (task_id, kind, name)
);

-- Labels of the tasks that have some, live or kept. added_at is the task's created_at: a task that is added later under the same
-- id has labels of its own. What is left of tasks that are gone finds nothing, and is removed after a while.
CREATE TABLE IF NOT EXISTS baton_label (
  task_id  UUID         NOT NULL,
  added_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  name     VARCHAR(60)  NOT NULL,
  text     VARCHAR(120) NOT NULL,
  PRIMARY KEY (task_id, added_at, name)
);

CREATE INDEX IF NOT EXISTS baton_label_text ON baton_label (name, text, task_id, added_at);

-- What each node (source) did in each minute since 1970, by bucket and type. w01 to w19 say how often a
-- task waited, r01 to r19 how often an attempt ran, for up to 1, 2, 5, 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 30 s, 1, 5, 30 min, 2 h, longer.
CREATE TABLE IF NOT EXISTS baton_statistic (
  minute_no INT          NOT NULL,
  source    UUID         NOT NULL,
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
  PRIMARY KEY (minute_no, bucket, type, source)
);

-- A week of one type without the rows of the others.
CREATE INDEX IF NOT EXISTS baton_statistic_type ON baton_statistic (type, minute_no);

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
  PRIMARY KEY (minute_no, bucket, type)
);

CREATE INDEX IF NOT EXISTS baton_statistic_hour_type ON baton_statistic_hour (type, minute_no);

-- Notices of incidents, one row for each kind and name: a type, a schedule, a node or a fault of the database.
-- The row is written under its version before a sink gets the notice, so each notice is decided once.
-- kind: 0 ERROR, 1 STUCK, 2 QUEUED, 3 FAILING, 4 FAILED, 5 SCHEDULE, 6 SILENT_NODE, 7 NO_SERVER, 8 DATABASE. notice: the number of the latest one. reason: why that was told: 0 OPENED, 1 GREW,
-- 2 REMINDER, 3 REOPENED, 4 RESOLVED. heard: which notice each sink has heard, as a URL's query writes it.
-- calm_since is null while the trouble is seen.
CREATE TABLE IF NOT EXISTS baton_incident (
  id         UUID          NOT NULL,
  version    BIGINT        NOT NULL,
  tasks      BIGINT        NOT NULL,
  opened_at  TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  noticed_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  calm_since TIMESTAMP(6) WITH TIME ZONE,
  notice     INT           NOT NULL,
  returns    INT           NOT NULL,
  kind       SMALLINT      NOT NULL,
  reason     SMALLINT      NOT NULL,
  name       VARCHAR(250)  NOT NULL,
  heard      VARCHAR(8000),
  PRIMARY KEY (kind, name)
);

-- The versions of these tables, and for each the oldest version whose nodes may still work on it.
CREATE TABLE IF NOT EXISTS baton_schema (
  version    INT         NOT NULL,
  applied_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  PRIMARY KEY (version)
);

CREATE TABLE IF NOT EXISTS baton_schema_serves (
  version     INT NOT NULL,
  serves_from INT NOT NULL,
  PRIMARY KEY (version)
);

MERGE INTO baton_schema_serves (version, serves_from) KEY (version) VALUES (1, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (1, CURRENT_TIMESTAMP);
