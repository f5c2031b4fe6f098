SELECT p.limit_name, p.task_id, p.owner FROM baton_permit p
WHERE NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = p.task_id AND t.owner = p.owner) LIMIT ?
