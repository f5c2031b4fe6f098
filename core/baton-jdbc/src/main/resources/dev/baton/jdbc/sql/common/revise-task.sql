-- A task that hasn't begun is submitted again; of two at a time the second finds another version.
UPDATE baton_task SET version = version + 1, status = ?, run_at = {when}, next_event_at = {when}, context = ?, traits = ?, payload = ?,
  last_action = {now}
WHERE id = ? AND version = ? AND status = ?
