-- As ../finish-kept-alike.sql, for so many that they share rows of baton_shared_row. Small ones with no history do, by type and by
-- the four seconds in which they were added (the first 36 bits of an id); the others have a row each. A database's own
-- collation may put "aa" behind "f", where ids have another order.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status = ? AND b.owner = ?
    AND NOT b.awaited AND NOT b.keyed
  FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM baton_task t WHERE t.id = ANY (ARRAY(SELECT id FROM free))
  RETURNING t.*
), ended AS (
  SELECT {now} + ? * interval '1 microsecond' AS keep_until, ?::smallint AS status
), batch AS (
  SELECT owner, version, last_action AS claimed_at, attempts, bucket, type, min(id::text COLLATE "C")::uuid AS first_id, max(id::text COLLATE "C")::uuid AS last_id,
    correlation_id IS NOT NULL AS own_chain, count(*) AS tasks, array_agg(id) AS ids,
    array_agg(created_at) AS created_at, array_agg(priority) AS priority, array_agg(flow_key) AS flow_key,
    array_agg(state) AS state, array_agg(sub_type) AS sub_type, array_agg(context) AS context, array_agg(traits) AS traits, array_agg({keptPayload}) AS payload
  FROM gone
  WHERE parent_id IS NULL AND coalesce(correlation_id, id) = id AND attempts <= 1 AND losses = 0 AND last_outcome = 0
    AND (version <= 2 OR NOT EXISTS (SELECT FROM baton_attempt a WHERE a.task_id = gone.id))
    AND coalesce(octet_length(payload), 0) <= 2000 AND coalesce(octet_length(context), 0) <= 2000
    AND coalesce(octet_length(traits), 0) <= 2000
  GROUP BY owner, version, last_action, attempts, bucket, type, correlation_id IS NOT NULL, left(id::text, 10)
  HAVING count(*) >= ?
), batched AS (
  INSERT INTO baton_shared_row (id, last_id, owner, version, finished_at, keep_until, claimed_at, tasks, attempts, status,
    own_chain, bucket, type, ids, created_at, priority, flow_key, state, sub_type, context, traits, payload)
  SELECT first_id, last_id, owner, version + 1, {now}, keep_until, claimed_at, tasks, attempts, status,
    own_chain, bucket, type, ids, created_at, priority, flow_key, state, sub_type, context, traits, payload
  FROM batch, ended
), kept AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts,
    losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, payload)
  SELECT id, owner, parent_id, correlation_id, version + 1, created_at, {now}, keep_until, coalesce(last_action, created_at), attempts,
    losses, ended.status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits,
    {keptPayload}
  FROM gone, ended WHERE id NOT IN (SELECT unnest(ids) FROM batch)
)
SELECT id FROM gone
