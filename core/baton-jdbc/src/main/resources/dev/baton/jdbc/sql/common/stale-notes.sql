SELECT DISTINCT n.task_id FROM baton_note n WHERE n.noted_at <= {ago}
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id) LIMIT ?
