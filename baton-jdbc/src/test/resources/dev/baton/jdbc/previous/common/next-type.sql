-- The first flow of the next type: one seek.
SELECT t.type, t.flow_key FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type > ?
ORDER BY t.status, t.bucket, t.type, t.flow_key LIMIT 1
