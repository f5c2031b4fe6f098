SELECT n.kind, n.name, n.content FROM baton_note n WHERE n.task_id = ? AND n.kind IN (3, 4)
