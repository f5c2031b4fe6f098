-- After the lock and never in the statement that takes it: a count made there would be as old as
-- the wait for the lock. A slot whose task isn't held under its owner any more is free.
SELECT p.limit_name, COUNT(*), COUNT(t.id) FROM baton_permit p
LEFT JOIN baton_task t ON t.id = p.task_id AND t.owner = p.owner
WHERE p.limit_name IN ({ids}) GROUP BY p.limit_name
