WITH gone AS (
  DELETE FROM baton_task t
  USING unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[], ?::text[], ?::smallint[], ?::bytea[], ?::bigint[])
    AS q(id, version, status, owner, time_is_up, error, to_status, result, keep){free}
  WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
    AND (NOT q.time_is_up OR t.next_event_at <= {now})
    AND (NOT t.awaited OR ?)
  RETURNING t.*, q.error, q.to_status, q.result, {now} + q.keep * interval '1 microsecond' AS keep_until
), kept AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts,
    losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, error, result, payload)
  SELECT id, owner, parent_id, correlation_id, version + 1, created_at, {now}, keep_until,
    CASE WHEN owner IS NOT NULL THEN coalesce(last_action, created_at) END, attempts, losses, to_status,
    priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, error, result,
    {keptPayload}
  FROM gone
), failed AS (
  INSERT INTO baton_attempt (task_id, owner, claimed_at, ended_at, number, outcome, error)
  SELECT id, owner, CASE WHEN owner IS NOT NULL THEN coalesce(last_action, created_at) END, {now}, attempts,
    CASE to_status WHEN 6 THEN 2 ELSE 0 END, error
  FROM gone WHERE error IS NOT NULL
), remembered AS (
  INSERT INTO baton_finished_key (task_id, hold_micros, kind, while_kept, type, text)
  SELECT k.task_id, k.hold_micros, k.kind, k.while_kept, k.type, k.text FROM gone JOIN baton_key k ON k.task_id = gone.id
  WHERE gone.keyed
), prolonged AS (
  UPDATE baton_key k
  SET expires_at = greatest(gone.created_at + k.hold_micros * interval '1 microsecond',
    CASE WHEN k.while_kept THEN gone.keep_until END)
  FROM gone WHERE gone.keyed AND k.task_id = gone.id
    AND (k.while_kept OR (k.hold_micros > 0 AND gone.created_at + k.hold_micros * interval '1 microsecond' > {now}))
), freed AS (
  DELETE FROM baton_key k USING gone
  WHERE gone.keyed AND k.task_id = gone.id
    AND NOT (k.while_kept OR (k.hold_micros > 0 AND gone.created_at + k.hold_micros * interval '1 microsecond' > {now}))
)
SELECT id FROM gone
