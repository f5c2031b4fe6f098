DELETE FROM baton_key WHERE task_id = ? AND expires_at <= {now}
