UPDATE baton_note SET noted_at = {now}, content = ? WHERE task_id = ? AND kind = ? AND name = ?
