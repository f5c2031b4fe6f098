SELECT l.task_id, l.added_at, l.name, l.text FROM baton_label l WHERE l.task_id IN ({ids})
