-- As claim-tasks.sql.
DELETE n FROM baton_note n FORCE INDEX (PRIMARY) WHERE n.task_id = ? AND n.kind IN (0, 4)
