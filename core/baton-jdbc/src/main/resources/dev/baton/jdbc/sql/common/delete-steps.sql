DELETE FROM baton_note WHERE task_id = ? AND kind IN (0, 4)
