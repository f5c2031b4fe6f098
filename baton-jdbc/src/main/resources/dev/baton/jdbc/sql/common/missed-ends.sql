-- Tasks that have ended though their waiters weren't told: removed by hand, for example.
SELECT DISTINCT w.on_id FROM baton_waiter v JOIN baton_wait w ON w.waiter_id = v.task_id
WHERE v.remaining > 0 AND w.ended IS NULL AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = w.on_id)
AND NOT (w.is_turn = TRUE AND EXISTS (SELECT 1 FROM baton_waiter e WHERE e.task_id = w.on_id AND e.standing = 3))
ORDER BY w.on_id LIMIT ?
