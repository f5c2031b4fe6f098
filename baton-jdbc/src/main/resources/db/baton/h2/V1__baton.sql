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
  -- null until something is written after the adding: last_change and last_action are created_at then
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
  bucket         VARCHAR(60)  NOT NULL,
  type           VARCHAR(120) NOT NULL,
  flow_key       VARCHAR(200) NOT NULL,
  state          VARCHAR(60)  NOT NULL,
  sub_type       VARCHAR(120),
  context        VARCHAR(200000),
  data           VARBINARY(33554432),
  payload        VARBINARY(33554432),
  PRIMARY KEY (id),
  -- 0 BLOCKED, 1 WAITING, 2 SUBMITTED, 3 PROCESSING, 4 ERROR. Finished tasks have left.
  CONSTRAINT baton_task_live CHECK (status BETWEEN 0 AND 4),
  CONSTRAINT baton_task_owner_exactly_when_held CHECK ((owner IS NOT NULL) = (status = 3)),
  CONSTRAINT baton_task_alarm_exactly_when_awaited CHECK ((next_event_at IS NOT NULL) = (status IN (1, 2, 3))),
  CONSTRAINT baton_task_time_to_run CHECK (CASE WHEN status IN (1, 2) THEN run_at IS NOT NULL WHEN status = 4 THEN run_at IS NULL ELSE TRUE END),
  CONSTRAINT baton_task_counts CHECK (version >= 1 AND attempts >= 0 AND losses >= 0 AND loss_limit >= 0 AND priority BETWEEN 0 AND 9)
);

-- The safety net. Status leads: lapsed leases, due tasks and old hints are each one range.
CREATE INDEX IF NOT EXISTS baton_task_alarm ON baton_task (status, next_event_at);
-- Ready tasks, flow by flow, in the order in which they run. No partial indexes here: status leads.
CREATE INDEX IF NOT EXISTS baton_task_ready ON baton_task (status, bucket, type, flow_key, priority, run_at, id);

CREATE TABLE IF NOT EXISTS baton_finished (
  id             UUID         NOT NULL,
  owner          UUID,
  parent_id      UUID,
  correlation_id UUID,
  version        BIGINT       NOT NULL,
  created_at     TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  finished_at    TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  keep_until     TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
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
  context        VARCHAR(200000),
  error          VARCHAR(8000),
  result         VARBINARY(33554432),
  payload        VARBINARY(33554432),
  PRIMARY KEY (id),
  -- 5 DONE, 6 FAILED, 7 CANCELLED.
  CONSTRAINT baton_finished_status CHECK (status BETWEEN 5 AND 7)
);

CREATE INDEX IF NOT EXISTS baton_finished_keep_until ON baton_finished (keep_until);

-- Uniqueness: one row per taken key; the primary key decides every race. An id is unique
-- everywhere (type is empty), a caller's unique key in its type. expires_at is null while
-- the task lives. Kinds: 0 an id that Baton didn't make, 1 a caller's unique key.
CREATE TABLE IF NOT EXISTS baton_key (
  task_id     UUID         NOT NULL,
  hold_micros BIGINT       NOT NULL,
  expires_at  TIMESTAMP(6) WITH TIME ZONE,
  kind        SMALLINT     NOT NULL,
  while_kept  BOOLEAN      NOT NULL,
  type        VARCHAR(120) NOT NULL,
  text        VARCHAR(400) NOT NULL,
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
  type        VARCHAR(120) NOT NULL,
  text        VARCHAR(400) NOT NULL,
  PRIMARY KEY (task_id, kind, type, text)
);

-- Attempts that failed or were lost. Outcomes: 0 NONE, 1 SUCCESS, 2 FAILURE, 3 LOST.
CREATE TABLE IF NOT EXISTS baton_attempt (
  row_id   BIGINT GENERATED ALWAYS AS IDENTITY,
  task_id  UUID        NOT NULL,
  owner    UUID,
  ended_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  number   INT         NOT NULL,
  outcome  SMALLINT    NOT NULL,
  error    VARCHAR(8000)        NOT NULL,
  PRIMARY KEY (row_id)
);

CREATE INDEX IF NOT EXISTS baton_attempt_task ON baton_attempt (task_id, ended_at);
CREATE INDEX IF NOT EXISTS baton_attempt_ended_at ON baton_attempt (ended_at);

CREATE TABLE IF NOT EXISTS baton_leader (
  duty       VARCHAR(120) NOT NULL,
  node       UUID         NOT NULL,
  lead_until TIMESTAMP(6) WITH TIME ZONE  NOT NULL,
  PRIMARY KEY (duty)
);

CREATE OR REPLACE VIEW baton_task_actions AS
SELECT id, type, sub_type, bucket, flow_key, priority, version, owner, state,
       CASE status WHEN 0 THEN 'BLOCKED' WHEN 1 THEN 'WAITING' WHEN 2 THEN 'SUBMITTED' WHEN 3 THEN 'PROCESSING' ELSE 'ERROR' END AS status,
       COALESCE(last_change, created_at) AS last_change, COALESCE(last_action, created_at) AS last_action,
       next_event_at AS next_action, data
FROM baton_task;

CREATE TABLE IF NOT EXISTS baton_schema (
  version    INT         NOT NULL,
  applied_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  PRIMARY KEY (version)
);

INSERT INTO baton_schema (version, applied_at) VALUES (1, CURRENT_TIMESTAMP);
