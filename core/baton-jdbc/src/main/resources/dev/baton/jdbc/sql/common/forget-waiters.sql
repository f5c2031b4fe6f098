DELETE FROM baton_waiter WHERE task_id IN ({ids})
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_waiter.task_id)
