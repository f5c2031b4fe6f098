-- A loose index scan: one seek per flow, however many tasks it has.
WITH RECURSIVE flow AS (
  (SELECT t.type, t.flow_key, 1 AS place FROM baton_task t
   WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key) > (?, ?)
   ORDER BY t.bucket, t.type, t.flow_key LIMIT 1)
  UNION ALL
  SELECT next.type, next.flow_key, flow.place + 1
  FROM flow CROSS JOIN LATERAL (
    SELECT t.type, t.flow_key FROM baton_task t
    WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key) > (flow.type, flow.flow_key)
    ORDER BY t.bucket, t.type, t.flow_key LIMIT 1) next
  WHERE flow.place < ?
)
SELECT type, flow_key FROM flow ORDER BY place
