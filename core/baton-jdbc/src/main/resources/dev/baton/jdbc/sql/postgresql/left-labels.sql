-- As ../common/left-labels.sql, with tasks that share rows.
SELECT q.id, q.added_at,
  NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = q.id AND t.created_at = q.added_at)
    AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = q.id AND f.created_at = q.added_at)
    AND NOT EXISTS (SELECT 1 FROM baton_shared_task f WHERE {sharedRowOfQ} AND f.created_at = q.added_at)
FROM (
  SELECT DISTINCT l.task_id AS id, l.added_at FROM baton_label l WHERE l.task_id >= ? ORDER BY l.task_id, l.added_at LIMIT ?
) q ORDER BY q.id, q.added_at
