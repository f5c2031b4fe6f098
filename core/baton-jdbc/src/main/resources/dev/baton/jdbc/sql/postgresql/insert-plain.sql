-- One task that has nothing but what most have, and whose times count from now: half of the parameters to send and
-- to read.
INSERT INTO baton_task (id, owner, version, created_at, run_at, next_event_at, attempts, losses, loss_limit, status,
  priority, last_outcome, keyed, bucket, type, flow_key, state, payload)
VALUES (?, ?, 1, {now}, {now} + ?::bigint * interval '1 microsecond', {now} + ?::bigint * interval '1 microsecond',
  ?, 0, ?, ?, ?, 0, false, ?, ?, ?, '', ?)
