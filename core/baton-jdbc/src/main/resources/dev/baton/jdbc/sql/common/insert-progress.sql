INSERT INTO baton_note (task_id, noted_at, kind, name, content) VALUES (?, {now}, 1, '', ?)
