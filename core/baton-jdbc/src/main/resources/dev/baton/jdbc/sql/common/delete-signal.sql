DELETE FROM baton_note WHERE task_id = ? AND kind = 3 AND name = ?
