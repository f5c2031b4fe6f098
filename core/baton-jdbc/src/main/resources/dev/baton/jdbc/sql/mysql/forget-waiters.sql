-- As forget-waits.sql.
DELETE v FROM baton_waiter v FORCE INDEX (PRIMARY) LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = v.task_id
WHERE v.task_id IN ({ids}) AND t.id IS NULL
