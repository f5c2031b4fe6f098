-- Unless a task with that id has been added meanwhile.
DELETE FROM baton_wait WHERE waiter_id IN ({ids})
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_wait.waiter_id)
