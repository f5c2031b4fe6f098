-- A range of the index, or three in a row: the tasks of short flows stand next to each other.
SELECT {candidate} FROM baton_task t {ready}
WHERE t.status = 2 AND t.bucket = ? AND t.type >= ?
  AND (t.type > ? OR (t.type = ? AND t.flow_key > ?) OR (t.type = ? AND t.flow_key = ? AND t.priority > ?))
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?
