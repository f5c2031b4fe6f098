UPDATE baton_task SET version = version + ?, status = ?, owner = ?, run_at = {when}, next_event_at = {when}, attempts = ?,
  losses = ?, loss_limit = ?, last_outcome = ?, last_action = {now}
WHERE id = ? AND version = ?
