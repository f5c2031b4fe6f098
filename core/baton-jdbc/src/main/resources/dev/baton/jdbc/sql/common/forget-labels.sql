DELETE FROM baton_label WHERE task_id = ? AND added_at = ?
