SELECT v.task_id FROM baton_waiter v
WHERE NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = v.task_id) ORDER BY v.task_id LIMIT ?
