SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ?
  AND mod(ora_hash(t.id), ?) = ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?
