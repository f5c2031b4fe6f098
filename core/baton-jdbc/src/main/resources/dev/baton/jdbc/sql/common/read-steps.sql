-- What a task noted that had the id before isn't of this one.
SELECT n.name, n.content FROM baton_note n WHERE n.task_id = ? AND n.kind = 0
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at) ORDER BY n.name
