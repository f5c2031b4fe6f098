-- The hot path: tasks that leave no trace. Keys and attempts are looked for only where the row says
-- that there may be some. A key without a hold is freed though the task be added in the future, by a clock that was put back.
WITH gone AS (
  DELETE FROM baton_task t
  USING unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[]) AS q(id, version, status, owner, time_is_up){free}
  WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
    AND (NOT q.time_is_up OR t.next_event_at <= {now})
    AND (NOT t.awaited OR ?)
  RETURNING t.id, t.keyed, t.created_at, t.version > 2 OR t.attempts > 1 OR t.losses > 0 OR t.last_outcome > 0 AS tried
), prolonged AS (
  UPDATE baton_key k SET expires_at = gone.created_at + k.hold_micros * interval '1 microsecond'
  FROM gone WHERE gone.keyed AND k.task_id = gone.id
    AND k.hold_micros > 0 AND gone.created_at + k.hold_micros * interval '1 microsecond' > {now}
), freed AS (
  DELETE FROM baton_key k USING gone
  WHERE gone.keyed AND k.task_id = gone.id
    AND (k.hold_micros = 0 OR gone.created_at + k.hold_micros * interval '1 microsecond' <= {now})
), forgotten AS (
  DELETE FROM baton_attempt a USING gone WHERE gone.tried AND a.task_id = gone.id
)
SELECT id FROM gone
