-- When the latest attempt ended that the task keeps no more.
SELECT a.ended_at FROM baton_attempt a WHERE a.task_id = ? ORDER BY a.ended_at DESC LIMIT 1 OFFSET ?
