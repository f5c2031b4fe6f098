-- Baton's tables, version 14: finished tasks that share a row. For PostgreSQL 13 and later.
-- Nodes of older versions go on working where there are any, and no row is written so until the last of them is gone:
-- see "Rows for many tasks" in docs/upgrading.md.

-- Tasks that one statement has ended alike, DONE mostly, with nothing to tell beside what they were: what they have in common,
-- and the rest in arrays that have all the same order. They were added within four seconds, so that an id leads to few rows.
CREATE TABLE baton_batch (
  -- the first and the last of ids
  id          uuid          NOT NULL,
  last_id     uuid          NOT NULL,
  owner       uuid          NOT NULL,
  version     bigint        NOT NULL,
  finished_at timestamptz   NOT NULL,
  keep_until  timestamptz   NOT NULL,
  tasks       integer       NOT NULL,
  attempts    integer       NOT NULL,
  status      smallint      NOT NULL,
  -- whether each has its own id as its chain's, or none
  own_chain   boolean       NOT NULL,
  bucket      text          NOT NULL,
  type        text          NOT NULL,
  ids         uuid[]        NOT NULL,
  created_at  timestamptz[] NOT NULL,
  priority    smallint[]    NOT NULL,
  flow_key    text[]        NOT NULL,
  state       text[]        NOT NULL,
  sub_type    text[]        NOT NULL,
  context     text[]        NOT NULL,
  payload     bytea[]       NOT NULL,
  CONSTRAINT baton_batch_pk PRIMARY KEY (id, last_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0,
  toast.autovacuum_vacuum_cost_delay = 0);

CREATE INDEX baton_batch_keep_until ON baton_batch (keep_until);
CREATE INDEX baton_batch_status ON baton_batch (status, finished_at);
CREATE INDEX baton_batch_type ON baton_batch (type, finished_at);

-- Their tasks, as baton_finished has those that have a row each. What may be large is read only where it is asked for.
CREATE VIEW baton_batched AS
SELECT t.id, b.owner, NULL::uuid AS parent_id,
       CASE WHEN b.own_chain THEN t.id END AS correlation_id, b.version, t.created_at, b.finished_at, b.keep_until,
       b.attempts, 0 AS losses, b.status, t.priority, false AS keyed, b.bucket, b.type, t.flow_key, t.state, t.sub_type,
       b.context[t.place::integer] AS context, NULL::text AS error, NULL::bytea AS result,
       b.payload[t.place::integer] AS payload, b.id AS first_id, b.last_id
FROM baton_batch b CROSS JOIN LATERAL unnest(b.ids, b.created_at, b.priority, b.flow_key, b.state, b.sub_type)
  WITH ORDINALITY AS t(id, created_at, priority, flow_key, state, sub_type, place);

-- All finished tasks that are kept.
CREATE VIEW baton_kept AS
SELECT id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, attempts, losses, status, priority,
       keyed, bucket, type, flow_key, state, sub_type, context, error, result, payload
FROM baton_finished
UNION ALL
SELECT id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, attempts, losses, status, priority,
       keyed, bucket, type, flow_key, state, sub_type, context, error, result, payload
FROM baton_batched;

-- On new tables none of an older version is served: it would neither list nor prune such tasks. Others serve whom they served.
INSERT INTO baton_schema_serves (version, serves_from)
VALUES (14, CASE WHEN EXISTS (SELECT 1 FROM baton_schema WHERE applied_at < now() - interval '10 minutes')
  OR EXISTS (SELECT 1 FROM baton_node) THEN (SELECT serves_from FROM baton_schema_serves WHERE version = 13) ELSE 14 END);
INSERT INTO baton_schema (version, applied_at) VALUES (14, now());
