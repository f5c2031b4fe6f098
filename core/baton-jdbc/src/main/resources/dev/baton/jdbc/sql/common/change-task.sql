-- As move-task, for a move that changes the application's state or data.
UPDATE baton_task SET last_action = CASE WHEN ? = 0 THEN last_action ELSE {now} END, version = version + ?, status = ?, owner = ?,
  run_at = {when}, next_event_at = {when}, attempts = ?, losses = ?, loss_limit = ?, last_outcome = ?, last_change = {now}, state = ?, data = ?
WHERE id = ? AND version = ?
