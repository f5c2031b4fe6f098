-- The statuses, buckets and types of live tasks: one seek for each in the indexes that lead with them, however many tasks they
-- have. Rows are read for those that are held, which are few.
WITH RECURSIVE ready AS (
  (SELECT bucket, type FROM baton_task WHERE status = 2 ORDER BY bucket, type LIMIT 1)
  UNION ALL
  SELECT n.bucket, n.type FROM ready r CROSS JOIN LATERAL (
    SELECT t.bucket, t.type FROM baton_task t WHERE t.status = 2 AND (t.bucket, t.type) > (r.bucket, r.type)
    ORDER BY t.bucket, t.type LIMIT 1) n
), resting AS (
  (SELECT bucket, type, status FROM baton_task WHERE status IN (0, 1, 4) ORDER BY bucket, type, status LIMIT 1)
  UNION ALL
  SELECT n.bucket, n.type, n.status FROM resting r CROSS JOIN LATERAL (
    SELECT t.bucket, t.type, t.status FROM baton_task t
    WHERE t.status IN (0, 1, 4) AND (t.bucket, t.type, t.status) > (r.bucket, r.type, r.status)
    ORDER BY t.bucket, t.type, t.status LIMIT 1) n
)
SELECT 3 AS status, t.bucket, t.type FROM baton_task t WHERE t.status = 3 AND t.next_event_at IS NOT NULL GROUP BY t.bucket, t.type
UNION ALL SELECT status, bucket, type FROM resting
UNION ALL SELECT 2, bucket, type FROM ready LIMIT ?
