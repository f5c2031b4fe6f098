DELETE FROM baton_key WHERE task_id IN ({ids}) AND expires_at <= {now}
