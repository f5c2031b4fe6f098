-- As claim-tasks.sql.
DELETE a FROM baton_attempt a FORCE INDEX (baton_attempt_task) WHERE a.task_id = ? AND a.ended_at <= ?
