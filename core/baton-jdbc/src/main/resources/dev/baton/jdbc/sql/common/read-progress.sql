-- What a task noted that had the id before isn't of this one.
SELECT n.content, n.noted_at FROM baton_note n WHERE n.task_id = ? AND n.kind = 1 AND n.name = ''
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at)
