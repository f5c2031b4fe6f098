UPDATE baton_task SET status = 2, version = version + 1, next_event_at = {when}, last_action = {now}
WHERE id = ? AND version = ? AND status = 1
