DELETE FROM baton_attempt WHERE task_id IN ({ids})
