-- As ../common/read-signals.sql; sees what was committed after the caller's snapshot too.
SELECT n.kind, n.name, n.content FROM baton_note n FORCE INDEX (PRIMARY) WHERE n.task_id = ? AND n.kind IN (3, 4)
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at) LOCK IN SHARE MODE
