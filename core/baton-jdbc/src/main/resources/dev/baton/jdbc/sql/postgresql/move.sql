WITH moved AS (
  UPDATE baton_task t
  SET version = t.version + q.bump, status = q.to_status, owner = q.to_owner,
    run_at = coalesce(q.run_base, {now}) + q.run_in * interval '1 microsecond',
    next_event_at = coalesce(q.event_base, {now}) + q.event_in * interval '1 microsecond',
    attempts = q.attempts, losses = q.losses, loss_limit = q.loss_limit, last_outcome = q.last_outcome,
    state = CASE WHEN q.changed THEN q.state ELSE t.state END,
    data = CASE WHEN q.changed THEN q.data ELSE t.data END,
    last_change = CASE WHEN q.changed OR (q.status = 0 AND q.to_status = 2) THEN {now} ELSE t.last_change END,
    last_action = CASE WHEN q.bump = 0 THEN t.last_action ELSE {now} END
  FROM unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[], ?::text[], ?::int[], ?::smallint[], ?::uuid[],
    ?::timestamptz[], ?::bigint[], ?::timestamptz[], ?::bigint[], ?::int[], ?::int[], ?::int[], ?::smallint[], ?::boolean[],
    ?::text[], ?::bytea[])
    AS q(id, version, status, owner, time_is_up, error, bump, to_status, to_owner, run_base, run_in, event_base, event_in,
    attempts, losses, loss_limit, last_outcome, changed, state, data){free}
  WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
    AND (NOT q.time_is_up OR t.next_event_at <= {now})
  RETURNING t.id, q.owner, t.attempts, t.last_outcome, q.error
), failed AS (
  INSERT INTO baton_attempt (task_id, owner, claimed_at, ended_at, number, outcome, error)
  -- The row as it was before: this statement sees no change of its own.
  SELECT m.id, m.owner, (SELECT coalesce(b.last_action, b.created_at) FROM baton_task b WHERE b.id = m.id AND m.owner IS NOT NULL),
    {now}, m.attempts, m.last_outcome, m.error
  FROM moved m WHERE m.error IS NOT NULL
)
SELECT id FROM moved
