-- Counted down by nodes that release under the first version only, though the task has another.
SELECT v.task_id FROM baton_waiter v WHERE v.remaining = 0 AND v.standing = 0 ORDER BY v.task_id LIMIT ?
