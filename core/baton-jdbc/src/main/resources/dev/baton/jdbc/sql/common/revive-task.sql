INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, last_change, last_action, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
SELECT f.id, NULL, f.parent_id, f.correlation_id, f.version + 1, f.created_at, {now}, {now}, {when}, {when}, ?, ?, ?, ?,
  f.priority, ?, f.keyed, f.bucket, f.type, f.flow_key, ?, f.sub_type, f.context, f.traits, ?, f.payload
FROM baton_finished f WHERE f.id = ? AND f.version = ?
