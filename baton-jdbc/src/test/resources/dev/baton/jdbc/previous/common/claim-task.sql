UPDATE baton_task SET status = 3, version = version + 1, owner = ?, next_event_at = {when}, attempts = attempts + 1,
  loss_limit = ?, last_action = {now}
WHERE id = ? AND version = ? AND status = 2
