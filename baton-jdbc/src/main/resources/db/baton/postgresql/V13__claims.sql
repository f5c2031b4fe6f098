-- Baton's tables, version 13: claims of many tasks. For PostgreSQL 13 and later.
-- Nodes of older versions go on working where there are any, and no claim is written so until the last of them is gone:
-- see "Claims of many tasks" in docs/upgrading.md.

-- A claim of many tasks, under an owner of its own: who holds them, and until when. The rows of its tasks stay where they are in
-- the indexes, SUBMITTED and with that owner, so that nothing but their pages is written. A lease that is renewed, and
-- all that becomes of a task, is written to its own row as ever.
CREATE TABLE baton_claim (
  owner       uuid        NOT NULL,
  lease_until timestamptz NOT NULL,
  -- those that were asked for; it holds those of them that carry its owner
  ids         uuid[]      NOT NULL,
  CONSTRAINT baton_claim_pk PRIMARY KEY (owner)
) WITH (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- What those claims hold. The status stands in an expression, and the search by itself, so that no plan walks the ready
-- tasks instead of the primary key.
CREATE VIEW baton_held AS
SELECT t.id, c.owner, t.parent_id, t.correlation_id, t.version, t.created_at, t.last_change, t.last_action, t.run_at,
       c.lease_until AS next_event_at, t.attempts, t.losses, t.loss_limit, 3::smallint AS status, t.priority, t.last_outcome,
       t.keyed, t.bucket, t.type, t.flow_key, t.state, t.sub_type, t.context, t.data, t.payload, t.awaited
FROM baton_claim c CROSS JOIN LATERAL (
  SELECT b.* FROM baton_task b WHERE b.id = ANY (c.ids) AND b.owner = c.owner AND b.status + 0 = 2 OFFSET 0) t;

CREATE OR REPLACE VIEW baton_task_actions AS
SELECT id, type, sub_type, bucket, flow_key, priority, version, owner, state,
       CASE WHEN owner IS NOT NULL THEN 'PROCESSING'
         ELSE CASE status WHEN 0 THEN 'BLOCKED' WHEN 1 THEN 'WAITING' WHEN 2 THEN 'SUBMITTED' ELSE 'ERROR' END END AS status,
       COALESCE(last_change, created_at) AS last_change, COALESCE(last_action, created_at) AS last_action,
       CASE WHEN owner IS NOT NULL AND status = 2 THEN (SELECT c.lease_until FROM baton_claim c WHERE c.owner = t.owner)
         ELSE next_event_at END AS next_action, data
FROM baton_task t;

-- On new tables none of an older version is served: it would take what such a claim holds for ready.
INSERT INTO baton_schema_serves (version, serves_from)
VALUES (13, CASE WHEN EXISTS (SELECT 1 FROM baton_schema WHERE applied_at < now() - interval '10 minutes')
  OR EXISTS (SELECT 1 FROM baton_node) THEN 1 ELSE 13 END);
INSERT INTO baton_schema (version, applied_at) VALUES (13, now());
