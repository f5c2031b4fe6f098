-- A loose index scan: one seek per flow and priority, however many tasks are behind it.
WITH RECURSIVE head AS (
  (SELECT {candidate}, 1 AS place FROM baton_task t
   WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key, t.priority) > (?, ?, ?)
   ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT 1)
  UNION ALL
  SELECT next.*, head.place + 1
  FROM head CROSS JOIN LATERAL (
    SELECT {candidate} FROM baton_task t
    WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key, t.priority) > (head.type, head.flow_key, head.priority)
    ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT 1) next
  WHERE head.place < ?
)
SELECT id, version, bucket, type, flow_key, priority, run_at FROM head ORDER BY place
