-- A taken name fails as a duplicate: the primary key decides every race.
INSERT INTO baton_schedule (name, timing, missed, overlap, jitter_micros, type, sub_type, bucket, flow_key, priority, state, context, traits, payload,
  paused, next_tick, due_at, last_tick, last_task, runs, skips, declared, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  {time}, {time}, {time}, ?, ?, ?, ?, 1)
