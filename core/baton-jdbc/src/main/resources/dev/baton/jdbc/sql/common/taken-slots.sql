-- A slot whose task isn't held under its owner any more is free.
SELECT p.limit_name, p.task_id, p.owner, t.type FROM baton_permit p JOIN baton_task t ON t.id = p.task_id AND t.owner = p.owner
ORDER BY p.limit_name, p.task_id LIMIT ?
