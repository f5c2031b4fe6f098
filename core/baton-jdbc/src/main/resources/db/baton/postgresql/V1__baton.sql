-- Baton's tables, version 1, for PostgreSQL 13 and later.
-- Plain SQL: applied by Flyway, Liquibase, psql, or BatonSchema.apply(dataSource).

-- Live tasks only. Finishing removes the row, so every index here holds live work only. This row alone says how a task stands.
-- status: 0 BLOCKED, 1 WAITING, 2 READY, 3 RUNNING, 4 ERROR. Wide fixed-length columns stand first: no padding between them.
-- No checks here: the server reads a table's checks anew with each statement, a fifth of what a single add cost it. That no
-- statement of Baton's breaks one is shown by its tests, which put them in place.
CREATE TABLE baton_task (
  id             uuid        NOT NULL,
  owner          uuid,
  parent_id      uuid,
  correlation_id uuid,
  version        bigint      NOT NULL,
  created_at     timestamptz NOT NULL,
  -- null until something is written after the adding: last_change and last_action are created_at then;
  -- last_action changes with the version, so that a running task's says when it was claimed
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
  -- whether tasks may wait for this one, so that its end must look for them
  awaited        boolean     NOT NULL DEFAULT false,
  bucket         text        COLLATE "C" NOT NULL,
  type           text        COLLATE "C" NOT NULL,
  flow_key       text        COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL,
  sub_type       text COLLATE "C",
  context        text COLLATE "C",
  -- what Baton itself stores about the task, in the form of a context; null for nothing
  traits         text COLLATE "C",
  data           bytea,
  payload        bytea,
  CONSTRAINT baton_task_pk PRIMARY KEY (id)
) WITH (
  -- Room for what a claim writes: a row that stays on its page costs a third of the log, since what didn't change isn't
  -- logged again. A claimed row has an owner and a time more than a ready one, so half of a page isn't enough.
  fillfactor = 45,
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
-- Rows that lost their time to a change by hand: no other search comes to them. Empty otherwise.
CREATE INDEX baton_task_timeless ON baton_task (status) WHERE next_event_at IS NULL AND status IN (1, 3);

-- Ready tasks, flow by flow, in the order in which they run.
CREATE INDEX baton_task_ready ON baton_task (bucket, type, flow_key, priority, run_at, id) INCLUDE (last_change) WHERE status = 2;

-- Tasks that rest, in the order in which they are listed: a task that never waits, isn't held and needs no person has no entry.
CREATE INDEX baton_task_listed ON baton_task (status, id) WHERE status IN (0, 1, 4);

-- Tasks that rest, to be counted, and found by their keys, without reading them. Those on their way from adding to their
-- end, as most are, have no entry.
CREATE INDEX baton_task_resting ON baton_task (bucket, type, status, flow_key) WHERE status IN (0, 1, 4);

-- The tasks of a chain: those that handlers add. A task that nobody's handler added has no entry.
CREATE INDEX baton_task_correlation ON baton_task (correlation_id) WHERE correlation_id <> id;

-- Finished tasks, while they are kept. status: 5 DONE, 6 FAILED, 7 CANCELLED.
CREATE TABLE baton_finished (
  id             uuid        NOT NULL,
  owner          uuid,
  parent_id      uuid,
  correlation_id uuid,
  version        bigint      NOT NULL,
  created_at     timestamptz NOT NULL,
  finished_at    timestamptz NOT NULL,
  keep_until     timestamptz NOT NULL,
  -- when the claim that ended it was made; null when no node held it
  claimed_at     timestamptz,
  attempts       integer     NOT NULL,
  losses         integer     NOT NULL,
  status         smallint    NOT NULL,
  priority       smallint    NOT NULL,
  keyed          boolean     NOT NULL,
  bucket         text COLLATE "C" NOT NULL,
  type           text COLLATE "C" NOT NULL,
  flow_key       text COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL,
  sub_type       text COLLATE "C",
  context        text COLLATE "C",
  -- what Baton itself stores about the task, in the form of a context; null for nothing
  traits         text COLLATE "C",
  error          text COLLATE "C",
  result         bytea,
  payload        bytea,
  CONSTRAINT baton_finished_pk PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX baton_finished_keep_until ON baton_finished (keep_until);

-- Finished tasks as they are listed: by status or by type, latest first.
CREATE INDEX baton_finished_status ON baton_finished (status, finished_at, id);
CREATE INDEX baton_finished_type ON baton_finished (type, finished_at, id);

-- The tasks of a chain. One that begins a chain, as most do, has its own id for it and no entry.
CREATE INDEX baton_finished_correlation ON baton_finished (correlation_id) WHERE correlation_id <> id;

-- Tasks that one statement has ended alike, DONE mostly, with nothing to tell beside what they were: what they have in common,
-- and the rest in arrays that have all the same order. They were added within four seconds, so that an id leads to few rows.
CREATE TABLE baton_shared_row (
  -- the first and the last of ids
  id          uuid          NOT NULL,
  last_id     uuid          NOT NULL,
  owner       uuid          NOT NULL,
  version     bigint        NOT NULL,
  finished_at timestamptz   NOT NULL,
  keep_until  timestamptz   NOT NULL,
  -- null for tasks under local dispatch: each was claimed when it was added
  claimed_at  timestamptz,
  tasks       integer       NOT NULL,
  attempts    integer       NOT NULL,
  status      smallint      NOT NULL,
  -- whether each has its own id as its chain's, or none
  own_chain   boolean       NOT NULL,
  bucket      text COLLATE "C" NOT NULL,
  type        text COLLATE "C" NOT NULL,
  ids         uuid[]        NOT NULL,
  created_at  timestamptz[] NOT NULL,
  priority    smallint[]    NOT NULL,
  flow_key    text[] COLLATE "C" NOT NULL,
  state       text[] COLLATE "C" NOT NULL,
  sub_type    text[] COLLATE "C" NOT NULL,
  context     text[] COLLATE "C" NOT NULL,
  traits      text[] COLLATE "C" NOT NULL,
  payload     bytea[]       NOT NULL,
  CONSTRAINT baton_shared_row_pk PRIMARY KEY (id, last_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0,
  toast.autovacuum_vacuum_cost_delay = 0);

CREATE INDEX baton_shared_row_keep_until ON baton_shared_row (keep_until);
CREATE INDEX baton_shared_row_status ON baton_shared_row (status, finished_at);
CREATE INDEX baton_shared_row_type ON baton_shared_row (type, finished_at);

-- Their tasks, as baton_finished has those that have a row each. What may be large is read only where it is asked for.
CREATE VIEW baton_shared_task AS
SELECT t.id, b.owner, NULL::uuid AS parent_id,
       CASE WHEN b.own_chain THEN t.id END AS correlation_id, b.version, t.created_at, b.finished_at, b.keep_until,
       b.attempts, 0 AS losses, b.status, t.priority, false AS keyed, b.bucket, b.type, t.flow_key, t.state, t.sub_type,
       b.context[t.place::integer] AS context, b.traits[t.place::integer] AS traits, NULL::text AS error, NULL::bytea AS result,
       b.payload[t.place::integer] AS payload, b.id AS first_id, b.last_id,
       coalesce(b.claimed_at, t.created_at) AS claimed_at
FROM baton_shared_row b CROSS JOIN LATERAL unnest(b.ids, b.created_at, b.priority, b.flow_key, b.state, b.sub_type)
  WITH ORDINALITY AS t(id, created_at, priority, flow_key, state, sub_type, place);

-- All finished tasks that are kept.
CREATE VIEW baton_kept AS
SELECT id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, attempts, losses, status, priority,
       keyed, bucket, type, flow_key, state, sub_type, context, traits, error, result, payload
FROM baton_finished
UNION ALL
SELECT id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, attempts, losses, status, priority,
       keyed, bucket, type, flow_key, state, sub_type, context, traits, error, result, payload
FROM baton_shared_task;

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

-- Attempts that failed or were lost, with their error text; of tasks that repeat and keep their runs, also those that went well.
CREATE TABLE baton_attempt (
  -- logical replication needs a key to delete by
  row_id     bigint GENERATED ALWAYS AS IDENTITY,
  task_id    uuid        NOT NULL,
  owner      uuid,
  -- null where no node held the task
  claimed_at timestamptz,
  ended_at   timestamptz NOT NULL,
  number     integer     NOT NULL,
  -- 0 NONE, 1 SUCCESS, 2 FAILURE, 3 LOST, 4 IN_DOUBT, 5 UNDECIDED, 6 CONTINUES, 7 LEFT_TO_OTHERS
  outcome    smallint    NOT NULL,
  error      text COLLATE "C" NOT NULL,
  CONSTRAINT baton_attempt_pk PRIMARY KEY (row_id)
);

CREATE INDEX baton_attempt_task ON baton_attempt (task_id, ended_at);

-- Who leads each duty, and until when.
CREATE TABLE baton_leader (
  duty       text COLLATE "C" NOT NULL,
  node       uuid        NOT NULL,
  lead_until timestamptz NOT NULL,
  CONSTRAINT baton_leader_pk PRIMARY KEY (duty)
);

-- Live tasks as operators speak of them.
CREATE VIEW baton_task_actions AS
SELECT id, type, sub_type, bucket, flow_key, priority, version, owner, state,
       CASE status WHEN 0 THEN 'BLOCKED' WHEN 1 THEN 'WAITING' WHEN 2 THEN 'READY' WHEN 3 THEN 'RUNNING' ELSE 'ERROR' END AS status,
       COALESCE(last_change, created_at) AS last_change, COALESCE(last_action, created_at) AS last_action,
       next_event_at AS next_action, data
FROM baton_task;

-- The nodes, as they were last heard of. Names are kept as a URL's query writes them, with commas.
CREATE TABLE baton_node (
  id         uuid        NOT NULL,
  started_at timestamptz NOT NULL,
  heard_at   timestamptz NOT NULL,
  -- null while it lives, or when it fell
  left_at    timestamptz,
  -- how long it holds a task without renewal, at most
  lease_micros bigint    NOT NULL,
  -- 0 SERVER, 1 CLIENT
  role       smallint    NOT NULL,
  name       text COLLATE "C" NOT NULL,
  version    text COLLATE "C" NOT NULL,
  types      text COLLATE "C" NOT NULL,
  buckets    text COLLATE "C" NOT NULL,
  -- null when it has none
  limits     text COLLATE "C",
  -- the node's warnings by kind, each with its time; null when it has none
  warnings   text COLLATE "C",
  CONSTRAINT baton_node_pk PRIMARY KEY (id)
);

-- What is paused. What a pause doesn't name is empty; scope tells that from a name that is empty:
-- 1 for the bucket, 2 for the type, 4 for the key, added up.
CREATE TABLE baton_pause (
  since    timestamptz NOT NULL,
  scope    smallint    NOT NULL,
  bucket   text        COLLATE "C" NOT NULL,
  type     text        COLLATE "C" NOT NULL,
  flow_key text        COLLATE "C" NOT NULL,
  reason   text COLLATE "C" NOT NULL,
  CONSTRAINT baton_pause_pk PRIMARY KEY (scope, bucket, type, flow_key)
);

-- Numbers of limits, rates and retries that operators set in place of those in code. kind is below zero: -1 slots on each
-- node, -2 slots of each key, -3 slots of the cluster, -4 a rate, -5 a retry, -6 errors of which
-- no incident is opened, -7 slots of a state on each node, -8 those of each key, -9 an acknowledgement. name is a type's, a type's and a state's,
-- a limit's, the id of a cause and a type, or a trouble.
CREATE TABLE baton_override (
  set_at  timestamptz NOT NULL,
  kind    smallint    NOT NULL,
  name    text        COLLATE "C" NOT NULL,
  numbers text        COLLATE "C" NOT NULL,
  set_by  text        COLLATE "C" NOT NULL,
  reason  text        COLLATE "C" NOT NULL,
  CONSTRAINT baton_override_pk PRIMARY KEY (kind, name)
);

-- A limit, or one key of it: its row is what claims lock. Goes when nobody has used it for a while.
CREATE TABLE baton_limit (
  -- up to when the units a rate has given out last; null for a limit of slots
  paid_until timestamptz,
  idle_after timestamptz NOT NULL,
  name       text        COLLATE "C" NOT NULL,
  CONSTRAINT baton_limit_pk PRIMARY KEY (name)
);

-- Slots that claims took. One counts exactly while its task is held under its owner, which is never
-- used twice: whatever ends the holding gives it back without touching this table.
CREATE TABLE baton_permit (
  task_id    uuid NOT NULL,
  owner      uuid NOT NULL,
  limit_name text COLLATE "C" NOT NULL,
  CONSTRAINT baton_permit_pk PRIMARY KEY (limit_name, task_id)
);

-- What comes again and again. Its row lock lets exactly one node add the task of a tick, in the
-- transaction that moves next_tick on.
-- due_at: after this moment somebody must look at it: the next tick with its jitter, or the end of
-- the run it is counted from is awaited; null when it is over. timing: as the class Timing
-- writes it. missed: 0 SKIP, 1 ONCE, 2 ALL. overlap: 0 SKIP, 1 QUEUE, 2 ALLOW.
CREATE TABLE baton_schedule (
  last_task     uuid,
  -- the fingerprint under which code declared it last; null when it was only put at run time
  declared      uuid,
  version       bigint      NOT NULL,
  next_tick     timestamptz,
  due_at        timestamptz,
  last_tick     timestamptz,
  jitter_micros bigint      NOT NULL,
  runs          bigint      NOT NULL,
  skips         bigint      NOT NULL,
  missed        smallint    NOT NULL,
  overlap       smallint    NOT NULL,
  priority      smallint    NOT NULL,
  paused        boolean     NOT NULL,
  name          text        COLLATE "C" NOT NULL,
  timing        text COLLATE "C" NOT NULL,
  type          text COLLATE "C" NOT NULL,
  sub_type      text COLLATE "C",
  bucket        text COLLATE "C",
  flow_key      text COLLATE "C" NOT NULL,
  state         text COLLATE "C" NOT NULL,
  context       text COLLATE "C",
  -- the traits of its tasks, and its earlier runs
  traits        text COLLATE "C",
  payload       bytea,
  CONSTRAINT baton_schedule_pk PRIMARY KEY (name),
  CONSTRAINT baton_schedule_over CHECK (next_tick IS NULL OR due_at IS NOT NULL)
);

-- Who waits for whom.
CREATE TABLE baton_wait (
  on_id     uuid    NOT NULL,
  waiter_id uuid    NOT NULL,
  -- the status in which it has ended, once that is counted
  ended     smallint,
  -- whether the waiter needs it DONE
  must_done boolean NOT NULL,
  -- whether the waiter waits for its turn, and on_id is the task before it in their order
  is_turn   boolean NOT NULL DEFAULT false,
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
  -- how it stands to the others: 0 it waits, 1 a person holds it, 2 its waiting is over, 3 it has ended before its turn.
  -- Not what remaining says: that isn't counted while the task is held
  standing    smallint NOT NULL DEFAULT 0,
  -- whether its turn in its order hasn't come
  awaits_turn boolean NOT NULL DEFAULT false,
  CONSTRAINT baton_waiter_pk PRIMARY KEY (task_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- The tasks of one type and key that run in the order in which they were committed: the last of them, and the one before
-- it when that was added. Goes when all have ended.
CREATE TABLE baton_order (
  last_id   uuid NOT NULL,
  before_id uuid,
  name      text COLLATE "C" NOT NULL,
  CONSTRAINT baton_order_pk PRIMARY KEY (name)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Who changed what by hand: written together with the change.
CREATE TABLE baton_audit (
  written_at timestamptz NOT NULL,
  id         uuid        NOT NULL,
  -- null when it was not about one task
  task_id    uuid,
  -- the version that was changed
  version    bigint,
  actor      text        COLLATE "C" NOT NULL,
  action     text COLLATE "C" NOT NULL,
  reason     text COLLATE "C",
  detail     text COLLATE "C",
  CONSTRAINT baton_audit_pk PRIMARY KEY (written_at, id)
);

CREATE INDEX baton_audit_task ON baton_audit (task_id, written_at, id);

-- What is noted beside the rows of tasks. Kinds: 0 a step that is done, 1 how far the task has come, 2 what it answered last,
-- and repeats (the names of both are empty), 3 a signal that was sent by name, 4 a wait for one (name and number, with a blank
-- between). Noted under the task's lease, or its lock. Of a workflow they stay while its row is kept; of others the steps, waits
-- and read signals go when it finishes. What is left of tasks that are gone is removed after a while.
CREATE TABLE baton_note (
  task_id  uuid        NOT NULL,
  noted_at timestamptz NOT NULL,
  kind     smallint    NOT NULL,
  name     text        COLLATE "C" NOT NULL,
  content  bytea       NOT NULL,
  CONSTRAINT baton_note_pk PRIMARY KEY (task_id, kind, name)
);

-- Labels of the tasks that have some, live or kept. added_at is the task's created_at: a task that is added later under the same
-- id has labels of its own. What is left of tasks that are gone finds nothing, and is removed after a while.
CREATE TABLE baton_label (
  task_id  uuid        NOT NULL,
  added_at timestamptz NOT NULL,
  name     text        COLLATE "C" NOT NULL,
  text     text        COLLATE "C" NOT NULL,
  CONSTRAINT baton_label_pk PRIMARY KEY (task_id, added_at, name)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX baton_label_text ON baton_label (name, text, task_id, added_at);

-- What each node (source) did in each minute since 1970, by bucket and type. w01 to w19 say how often a
-- task waited, r01 to r19 how often an attempt ran, for up to 1, 2, 5, 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 30 s, 1, 5, 30 min, 2 h, longer.
CREATE TABLE baton_statistic (
  minute_no integer NOT NULL,
  source    uuid    NOT NULL,
  added integer NOT NULL, started integer NOT NULL, done integer NOT NULL, failed integer NOT NULL,
  errors integer NOT NULL, retried integer NOT NULL, lost integer NOT NULL, w01 integer NOT NULL,
  w02 integer NOT NULL, w03 integer NOT NULL, w04 integer NOT NULL, w05 integer NOT NULL,
  w06 integer NOT NULL, w07 integer NOT NULL, w08 integer NOT NULL, w09 integer NOT NULL,
  w10 integer NOT NULL, w11 integer NOT NULL, w12 integer NOT NULL, w13 integer NOT NULL,
  w14 integer NOT NULL, w15 integer NOT NULL, w16 integer NOT NULL, w17 integer NOT NULL,
  w18 integer NOT NULL, w19 integer NOT NULL, r01 integer NOT NULL, r02 integer NOT NULL,
  r03 integer NOT NULL, r04 integer NOT NULL, r05 integer NOT NULL, r06 integer NOT NULL,
  r07 integer NOT NULL, r08 integer NOT NULL, r09 integer NOT NULL, r10 integer NOT NULL,
  r11 integer NOT NULL, r12 integer NOT NULL, r13 integer NOT NULL, r14 integer NOT NULL,
  r15 integer NOT NULL, r16 integer NOT NULL, r17 integer NOT NULL, r18 integer NOT NULL, r19 integer NOT NULL,
  bucket    text    COLLATE "C" NOT NULL,
  type      text    COLLATE "C" NOT NULL,
  CONSTRAINT baton_statistic_pk PRIMARY KEY (minute_no, bucket, type, source)
) WITH (fillfactor = 70);

-- A week of one type without the rows of the others.
CREATE INDEX baton_statistic_type ON baton_statistic (type, minute_no);

-- The same by the hour, of all nodes together, so that a week is read fast. minute_no: the hour's first.
CREATE TABLE baton_statistic_hour (
  minute_no integer NOT NULL,
  added integer NOT NULL, started integer NOT NULL, done integer NOT NULL, failed integer NOT NULL,
  errors integer NOT NULL, retried integer NOT NULL, lost integer NOT NULL, w01 integer NOT NULL,
  w02 integer NOT NULL, w03 integer NOT NULL, w04 integer NOT NULL, w05 integer NOT NULL,
  w06 integer NOT NULL, w07 integer NOT NULL, w08 integer NOT NULL, w09 integer NOT NULL,
  w10 integer NOT NULL, w11 integer NOT NULL, w12 integer NOT NULL, w13 integer NOT NULL,
  w14 integer NOT NULL, w15 integer NOT NULL, w16 integer NOT NULL, w17 integer NOT NULL,
  w18 integer NOT NULL, w19 integer NOT NULL, r01 integer NOT NULL, r02 integer NOT NULL,
  r03 integer NOT NULL, r04 integer NOT NULL, r05 integer NOT NULL, r06 integer NOT NULL,
  r07 integer NOT NULL, r08 integer NOT NULL, r09 integer NOT NULL, r10 integer NOT NULL,
  r11 integer NOT NULL, r12 integer NOT NULL, r13 integer NOT NULL, r14 integer NOT NULL,
  r15 integer NOT NULL, r16 integer NOT NULL, r17 integer NOT NULL, r18 integer NOT NULL, r19 integer NOT NULL,
  bucket    text    COLLATE "C" NOT NULL,
  type      text    COLLATE "C" NOT NULL,
  CONSTRAINT baton_statistic_hour_pk PRIMARY KEY (minute_no, bucket, type)
);

CREATE INDEX baton_statistic_hour_type ON baton_statistic_hour (type, minute_no);

-- Notices of incidents, one row for each kind and name: a type, a schedule, a node or a fault of the database.
-- The row is written under its version before a sink gets the notice, so each notice is decided once.
-- kind: 0 ERROR, 1 STUCK, 2 QUEUED, 3 FAILING, 4 FAILED, 5 SCHEDULE, 6 SILENT_NODE, 7 NO_SERVER, 8 DATABASE. notice: the number of the latest one. reason: why that was told: 0 OPENED, 1 GREW,
-- 2 REMINDER, 3 REOPENED, 4 RESOLVED. heard: which notice each sink has heard, as a URL's query writes it.
CREATE TABLE baton_incident (
  id         uuid        NOT NULL,
  version    bigint      NOT NULL,
  tasks      bigint      NOT NULL,
  opened_at  timestamptz NOT NULL,
  noticed_at timestamptz NOT NULL,
  -- null while the trouble is seen
  calm_since timestamptz,
  notice     integer     NOT NULL,
  returns    integer     NOT NULL,
  kind       smallint    NOT NULL,
  reason     smallint    NOT NULL,
  name       text        COLLATE "C" NOT NULL,
  heard      text COLLATE "C",
  CONSTRAINT baton_incident_pk PRIMARY KEY (kind, name)
);

-- The versions of these tables, and for each the oldest version whose nodes may still work on it.
CREATE TABLE baton_schema (
  version    integer     NOT NULL,
  applied_at timestamptz NOT NULL,
  CONSTRAINT baton_schema_pk PRIMARY KEY (version)
);

CREATE TABLE baton_schema_serves (
  version     integer NOT NULL,
  serves_from integer NOT NULL,
  CONSTRAINT baton_schema_serves_pk PRIMARY KEY (version)
);

INSERT INTO baton_schema_serves (version, serves_from) VALUES (1, 1);
INSERT INTO baton_schema (version, applied_at) VALUES (1, now());
