-- The first tasks of the type's next flows: one seek.
SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key > ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?
