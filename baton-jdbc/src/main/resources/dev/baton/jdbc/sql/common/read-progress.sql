SELECT n.content, n.noted_at FROM baton_note n WHERE n.task_id = ? AND n.kind = 1 AND n.name = ''
