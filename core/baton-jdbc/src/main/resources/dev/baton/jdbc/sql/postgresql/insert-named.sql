-- One task with one key: both rows or none. Waits for an open transaction that has or frees the key.
WITH taken AS (
  INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, NULL)
  ON CONFLICT (kind, type, text) DO NOTHING
  RETURNING task_id
)
INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
SELECT ?, ?, ?, ?, 1, {now}, {when}, {when}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM taken
