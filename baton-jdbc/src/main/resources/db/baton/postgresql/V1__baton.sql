-- Baton's tables, version 1, for PostgreSQL 13 and later.
-- Plain SQL: applied by Flyway, Liquibase, psql, or BatonSchema.apply(dataSource).

-- Live tasks only. Finishing removes the row, so every index here holds live work only.
-- Wide fixed-length columns stand first: no padding between them.
CREATE TABLE baton_task (
  id             uuid        NOT NULL,
  owner          uuid,
  parent_id      uuid,
  correlation_id uuid,
  version        bigint      NOT NULL,
  created_at     timestamptz NOT NULL,
  -- null until something is written after the adding: last_change and last_action are created_at then
  last_change    timestamptz,
  last_action    timestamptz,
  run_at         timestamptz,
  next_event_at  timestamptz,
  attempts       integer     NOT NULL,
  losses         integer     NOT NULL,
  loss_limit     integer     NOT NULL,
  status         smallint    NOT NULL,
  priority       smallint    NOT NULL,
  last_outcome   smallint    NOT NULL,
  keyed          boolean     NOT NULL,
  bucket         text        COLLATE "C" NOT NULL,
  type           text        COLLATE "C" NOT NULL,
  flow_key       text        COLLATE "C" NOT NULL,
  state          text        NOT NULL,
  sub_type       text,
  context        text,
  data           bytea,
  payload        bytea,
  CONSTRAINT baton_task_pk PRIMARY KEY (id),
  -- 0 BLOCKED, 1 WAITING, 2 SUBMITTED, 3 PROCESSING, 4 ERROR. Finished tasks have left.
  CONSTRAINT baton_task_live CHECK (status BETWEEN 0 AND 4),
  CONSTRAINT baton_task_owner_exactly_when_held CHECK ((owner IS NOT NULL) = (status = 3)),
  CONSTRAINT baton_task_alarm_exactly_when_awaited CHECK ((next_event_at IS NOT NULL) = (status IN (1, 2, 3))),
  CONSTRAINT baton_task_time_to_run CHECK (CASE WHEN status IN (1, 2) THEN run_at IS NOT NULL WHEN status = 4 THEN run_at IS NULL ELSE true END),
  CONSTRAINT baton_task_counts CHECK (version >= 1 AND attempts >= 0 AND losses >= 0 AND loss_limit >= 0 AND priority BETWEEN 0 AND 9)
) WITH (
  -- Every change of a row moves next_event_at or status, which are indexed, so no update can be
  -- heap-only and room kept free in the pages would be wasted.
  fillfactor = 100,
  -- A queue dies and is born again all day: vacuum by number of dead rows, not by share of a
  -- table whose live size is near zero, and without the pauses that suit big sleepy tables.
  autovacuum_vacuum_scale_factor = 0.0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.2,
  autovacuum_analyze_scale_factor = 0.05,
  autovacuum_analyze_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0
);

-- The safety net. Status leads, so that lapsed leases, due tasks and old hints are each one range,
-- and so that the tasks a node holds are found among the held ones without an index on owner.
CREATE INDEX baton_task_alarm ON baton_task (status, next_event_at) WHERE next_event_at IS NOT NULL;

-- Ready tasks, flow by flow, in the order in which they run.
CREATE INDEX baton_task_ready ON baton_task (bucket, type, flow_key, priority, run_at, id) WHERE status = 2;

-- Finished tasks, while they are kept.
CREATE TABLE baton_finished (
  id             uuid        NOT NULL,
  owner          uuid,
  parent_id      uuid,
  correlation_id uuid,
  version        bigint      NOT NULL,
  created_at     timestamptz NOT NULL,
  finished_at    timestamptz NOT NULL,
  keep_until     timestamptz NOT NULL,
  attempts       integer     NOT NULL,
  losses         integer     NOT NULL,
  status         smallint    NOT NULL,
  priority       smallint    NOT NULL,
  keyed          boolean     NOT NULL,
  bucket         text        NOT NULL,
  type           text        NOT NULL,
  flow_key       text        NOT NULL,
  state          text        NOT NULL,
  sub_type       text,
  context        text,
  error          text,
  result         bytea,
  payload        bytea,
  CONSTRAINT baton_finished_pk PRIMARY KEY (id),
  -- 5 DONE, 6 FAILED, 7 CANCELLED.
  CONSTRAINT baton_finished_status CHECK (status BETWEEN 5 AND 7)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX baton_finished_keep_until ON baton_finished (keep_until);

-- Uniqueness: one row per taken key; the primary key decides every race. An id is unique
-- everywhere (type is empty), a caller's unique key in its type.
CREATE TABLE baton_key (
  task_id     uuid     NOT NULL,
  hold_micros bigint   NOT NULL,
  -- null while the task lives
  expires_at  timestamptz,
  -- 0 an id that Baton didn't make, 1 a caller's unique key
  kind        smallint NOT NULL,
  while_kept  boolean  NOT NULL,
  type        text     COLLATE "C" NOT NULL,
  text        text     COLLATE "C" NOT NULL,
  CONSTRAINT baton_key_pk PRIMARY KEY (kind, type, text)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX baton_key_task ON baton_key (task_id);
CREATE INDEX baton_key_expires_at ON baton_key (expires_at) WHERE expires_at IS NOT NULL;

-- The keys a kept finished task had, so that running it again can take them anew.
CREATE TABLE baton_finished_key (
  task_id     uuid     NOT NULL,
  hold_micros bigint   NOT NULL,
  kind        smallint NOT NULL,
  while_kept  boolean  NOT NULL,
  type        text     COLLATE "C" NOT NULL,
  text        text     COLLATE "C" NOT NULL,
  CONSTRAINT baton_finished_key_pk PRIMARY KEY (task_id, kind, type, text)
);

-- Attempts that failed or were lost, with their error text.
CREATE TABLE baton_attempt (
  task_id  uuid        NOT NULL,
  owner    uuid,
  ended_at timestamptz NOT NULL,
  number   integer     NOT NULL,
  -- 0 NONE, 1 SUCCESS, 2 FAILURE, 3 LOST
  outcome  smallint    NOT NULL,
  error    text        NOT NULL
);

CREATE INDEX baton_attempt_task ON baton_attempt (task_id, ended_at);
CREATE INDEX baton_attempt_ended_at ON baton_attempt (ended_at);

-- Who leads each duty, and until when.
CREATE TABLE baton_leader (
  duty       text        NOT NULL,
  node       uuid        NOT NULL,
  lead_until timestamptz NOT NULL,
  CONSTRAINT baton_leader_pk PRIMARY KEY (duty)
);

-- Live tasks as operators speak of them.
CREATE VIEW baton_task_actions AS
SELECT id, type, sub_type, bucket, flow_key, priority, version, owner, state,
       CASE status WHEN 0 THEN 'BLOCKED' WHEN 1 THEN 'WAITING' WHEN 2 THEN 'SUBMITTED' WHEN 3 THEN 'PROCESSING' ELSE 'ERROR' END AS status,
       COALESCE(last_change, created_at) AS last_change, COALESCE(last_action, created_at) AS last_action,
       next_event_at AS next_action, data
FROM baton_task;

CREATE TABLE baton_schema (
  version    integer     NOT NULL,
  applied_at timestamptz NOT NULL,
  CONSTRAINT baton_schema_pk PRIMARY KEY (version)
);

INSERT INTO baton_schema (version, applied_at) VALUES (1, now());
