-- A lone task, as where little is to do: planned in half the time of a batch, and somebody waits for its start. The
-- status stands in an expression, so that no index over it is preferred to the primary key.
UPDATE baton_task t
SET status = 3, version = t.version + 1, owner = ?, next_event_at = {now} + ? * interval '1 microsecond',
  attempts = t.attempts + 1, loss_limit = ?, last_action = {now}
WHERE t.id = ?{untouched} AND t.version = ? AND t.status + 0 = ?
RETURNING {claimed}
