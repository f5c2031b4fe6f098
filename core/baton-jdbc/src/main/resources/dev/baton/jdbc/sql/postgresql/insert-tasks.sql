INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
SELECT q.id, q.owner, q.parent_id, q.correlation_id, 1, {now},
  coalesce(q.run_base, {now}) + q.run_in * interval '1 microsecond',
  coalesce(q.event_base, {now}) + q.event_in * interval '1 microsecond',
  q.attempts, q.losses, q.loss_limit, q.status, q.priority, q.last_outcome, q.keyed, q.bucket, q.type, q.flow_key, q.state,
  q.sub_type, q.context, q.traits, q.data, q.payload
FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::uuid[], ?::timestamptz[], ?::bigint[], ?::timestamptz[], ?::bigint[],
  ?::int[], ?::int[], ?::int[], ?::smallint[], ?::smallint[], ?::smallint[], ?::boolean[], ?::text[], ?::text[], ?::text[],
  ?::text[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::bytea[])
  AS q(id, owner, parent_id, correlation_id, run_base, run_in, event_base, event_in, attempts, losses, loss_limit, status,
  priority, last_outcome, keyed, bucket, type, flow_key, state, sub_type, context, traits, data, payload)
