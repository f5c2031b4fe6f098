-- As forget-waits.sql.
DELETE n FROM baton_note n FORCE INDEX (PRIMARY) LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = n.task_id
WHERE n.task_id = ? AND n.noted_at <= {ago} AND t.id IS NULL
