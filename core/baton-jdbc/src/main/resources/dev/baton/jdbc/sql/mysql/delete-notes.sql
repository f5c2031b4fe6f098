-- As claim-tasks.sql.
DELETE n FROM baton_note n FORCE INDEX (PRIMARY) WHERE n.task_id = ?
