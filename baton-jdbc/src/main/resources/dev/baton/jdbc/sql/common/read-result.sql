SELECT n.content FROM baton_note n WHERE n.task_id = ? AND n.kind = 2 AND n.name = ''
