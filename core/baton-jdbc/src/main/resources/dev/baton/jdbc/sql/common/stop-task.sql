-- Whatever else the row says: its numbers are brought within their bounds, where a check might keep it from being written.
UPDATE baton_task SET status = 4, owner = NULL, run_at = NULL, next_event_at = NULL, last_action = {now},
  attempts = LEAST(GREATEST(attempts, 0), 2000000000), losses = LEAST(GREATEST(losses, 0), 2000000000), loss_limit = GREATEST(loss_limit, 0),
  priority = LEAST(GREATEST(priority, 0), 9), last_outcome = CASE WHEN last_outcome BETWEEN 0 AND 6 THEN last_outcome ELSE 0 END,
  version = CASE WHEN version < 1 OR version > 9000000000000000000 THEN 1 ELSE version + 1 END
WHERE id = ? AND version = ?
