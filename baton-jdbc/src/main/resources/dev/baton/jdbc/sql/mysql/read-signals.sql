-- Sees what was committed after the caller's snapshot too.
SELECT n.kind, n.name, n.content FROM baton_note n WHERE n.task_id = ? AND n.kind IN (3, 4) LOCK IN SHARE MODE
