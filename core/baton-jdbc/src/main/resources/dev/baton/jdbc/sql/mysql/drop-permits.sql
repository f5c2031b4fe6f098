-- As forget-waits.sql.
DELETE p FROM baton_permit p FORCE INDEX (PRIMARY)
  LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = p.task_id AND t.owner = p.owner
WHERE p.limit_name IN ({ids}) AND t.id IS NULL
