-- As claim-tasks.sql.
DELETE l FROM baton_label l FORCE INDEX (PRIMARY) WHERE l.task_id = ? AND l.added_at = ?
