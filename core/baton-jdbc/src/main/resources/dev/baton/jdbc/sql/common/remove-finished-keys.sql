DELETE FROM baton_finished_key WHERE task_id IN ({ids})
