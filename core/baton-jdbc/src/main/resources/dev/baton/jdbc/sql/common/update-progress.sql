UPDATE baton_note SET noted_at = {now}, content = ? WHERE task_id = ? AND kind = 1 AND name = ''
