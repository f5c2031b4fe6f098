-- But for those that ended before their turn, which others still wait for.
SELECT v.task_id FROM baton_waiter v WHERE v.standing <> 3
AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = v.task_id) ORDER BY v.task_id LIMIT ?
