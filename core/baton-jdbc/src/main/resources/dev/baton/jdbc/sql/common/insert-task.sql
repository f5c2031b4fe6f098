-- One task. Each {when} takes an instant or null, and an offset in microseconds.
INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
VALUES (?, ?, ?, ?, 1, {now}, {when}, {when}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
