DELETE FROM baton_note WHERE task_id = ?
