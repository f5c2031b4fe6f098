-- The last change is now where a blocked task is ready.
UPDATE baton_task SET last_action = CASE WHEN ? = 0 THEN last_action ELSE {now} END, version = version + ?, status = ?, owner = ?,
  last_change = CASE WHEN ? THEN {now} ELSE last_change END, run_at = {when}, next_event_at = {when}, attempts = ?, losses = ?, loss_limit = ?, last_outcome = ?
WHERE id = ? AND version = ?
