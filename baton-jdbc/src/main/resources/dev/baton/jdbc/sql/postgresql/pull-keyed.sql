-- As pull.sql and pull-share.sql, but of all flows of a type that have a key, as one.
SELECT t.id, t.version, q.bucket, q.type, t.flow_key, t.priority, t.run_at
FROM (SELECT ?::text AS bucket, ?::text AS type, ?::int AS part, ?::int AS parts) q
CROSS JOIN LATERAL (
  SELECT t.* FROM unnest(?::smallint[], ?::smallint[], ?::timestamptz[], ?::uuid[]) AS r(first, last, since, id)
  CROSS JOIN LATERAL (
    SELECT t.id, t.version, t.flow_key, t.priority, t.run_at FROM baton_task t
    WHERE t.status = 2{unheld} AND t.flow_key <> '' AND t.bucket = q.bucket AND t.type = q.type
      AND t.priority <= r.last AND (t.priority, t.run_at, t.id) >= (r.first, r.since, r.id)
      AND CASE WHEN q.parts = 1 THEN true WHEN {share} THEN true END
    ORDER BY t.bucket, t.type, t.priority, t.run_at, t.id LIMIT ?) t
  LIMIT ?) t
WHERE true{anew}
