-- Not a plain insert: a refused duplicate would spoil the transaction.
INSERT INTO baton_schedule (name, timing, missed, overlap, jitter_micros, type, sub_type, bucket, flow_key, priority, state, context, traits, payload,
  paused, next_tick, due_at, last_tick, last_task, runs, skips, declared, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  {time}, {time}, {time}, ?, ?, ?, ?, 1)
ON CONFLICT DO NOTHING
