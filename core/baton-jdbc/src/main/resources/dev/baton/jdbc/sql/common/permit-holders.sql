-- A slot whose task isn't held under its owner any more is free.
SELECT p.task_id, p.owner FROM baton_permit p JOIN baton_task t ON t.id = p.task_id AND t.owner = p.owner
WHERE p.limit_name = ? ORDER BY p.task_id LIMIT ?
