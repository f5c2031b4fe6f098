-- As finish-alike.sql, for tasks that are kept: all ended the same way, and said nothing.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status = ? AND b.owner = ?
    AND NOT b.awaited AND NOT b.keyed
  FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM baton_task t WHERE t.id = ANY (ARRAY(SELECT id FROM free))
  RETURNING t.*
), kept AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts,
    losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, payload)
  SELECT id, owner, parent_id, correlation_id, version + 1, created_at, {now}, {now} + ? * interval '1 microsecond',
    coalesce(last_action, created_at), attempts,
    losses, ?, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, {keptPayload}
  FROM gone
)
SELECT id FROM gone
