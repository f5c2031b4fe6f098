-- A task that left no trace may have left an attempt behind; a month later nobody asks for it.
DELETE FROM baton_attempt WHERE ended_at <= {monthAgo}
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_attempt.task_id)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = baton_attempt.task_id)
LIMIT ?
