-- A loose index scan ("Using index for group-by"): one seek per flow and priority, and one more for
-- the id, however many tasks are behind it. Neither database seeks for a comparison with a column of
-- another row, so a recursive walk would read everything. The limit around the ids keeps them apart.
SELECT {candidate}
FROM (
  SELECT (
    SELECT f.id FROM baton_task f {ready}
    WHERE f.status = 2 AND f.bucket = ? AND f.type = g.type AND f.flow_key = g.flow_key
      AND f.priority = g.priority AND f.run_at = g.first_run_at
    ORDER BY f.id LIMIT 1) AS id
  FROM (
    SELECT r.type, r.flow_key, r.priority, MIN(r.run_at) AS first_run_at FROM baton_task r {ready}
    WHERE r.status = 2 AND r.bucket = ?
      AND (r.type > ? OR (r.type = ? AND r.flow_key > ?) OR (r.type = ? AND r.flow_key = ? AND r.priority > ?))
    GROUP BY r.status, r.bucket, r.type, r.flow_key, r.priority
    ORDER BY r.status, r.bucket, r.type, r.flow_key, r.priority LIMIT ?) g
  LIMIT ?) head
JOIN baton_task t ON t.id = head.id
ORDER BY t.type, t.flow_key, t.priority
