-- As remove-tasks.sql.
DELETE k FROM baton_finished_key k FORCE INDEX (PRIMARY) WHERE k.task_id IN ({ids})
