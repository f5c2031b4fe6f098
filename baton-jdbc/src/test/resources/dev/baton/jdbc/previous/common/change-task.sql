-- As move-task, for a move that changes the application's state or data.
UPDATE baton_task SET version = version + ?, status = ?, owner = ?, run_at = {when}, next_event_at = {when}, attempts = ?,
  losses = ?, loss_limit = ?, last_outcome = ?, last_action = {now}, last_change = {now}, state = ?, data = ?
WHERE id = ? AND version = ?
