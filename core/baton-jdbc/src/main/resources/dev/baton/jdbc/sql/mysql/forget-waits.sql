-- As claim-tasks.sql. A NOT EXISTS may become a scan of all tasks, which locks them.
DELETE w FROM baton_wait w FORCE INDEX (baton_wait_waiter) LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = w.waiter_id
WHERE w.waiter_id IN ({ids}) AND t.id IS NULL
