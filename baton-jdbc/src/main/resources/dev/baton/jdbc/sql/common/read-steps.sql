SELECT n.name, n.content FROM baton_note n WHERE n.task_id = ? AND n.kind = 0 ORDER BY n.name
