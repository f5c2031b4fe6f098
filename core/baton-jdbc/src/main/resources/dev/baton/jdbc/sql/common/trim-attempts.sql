DELETE FROM baton_attempt WHERE task_id = ? AND ended_at <= ?
