-- As finish-alike.sql, for tasks that are kept: all ended the same way, and said nothing.
WITH gone AS (
  DELETE FROM baton_task t
  WHERE t.id = ANY (?::uuid[]){untouched} AND t.version = ? AND {status} = ? AND t.owner = ?
    AND NOT t.awaited AND NOT t.keyed
  RETURNING t.*
), kept AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, attempts,
    losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, payload)
  SELECT id, owner, parent_id, correlation_id, version + 1, created_at, {now}, {now} + ? * interval '1 microsecond', attempts,
    losses, ?, priority, keyed, bucket, type, flow_key, state, sub_type, context, payload
  FROM gone
)
SELECT id FROM gone
