SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ?
  AND mod(ascii(right(t.id, 1)), ?) = ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?
