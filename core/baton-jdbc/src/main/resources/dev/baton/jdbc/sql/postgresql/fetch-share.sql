-- As fetch.sql, but one part of each flow's tasks.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM (SELECT ?::smallint[] AS first, ?::smallint[] AS last, ?::timestamptz[] AS since, ?::uuid[] AS id) ranges
CROSS JOIN unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[], ?::int[], ?::int[])
  AS q(place, type, flow_key, begins, ends, part, parts)
CROSS JOIN LATERAL (
  SELECT t.* FROM generate_series(q.begins, q.ends) AS r(number)
  CROSS JOIN LATERAL (
    SELECT t.id, t.version, t.priority, t.run_at FROM baton_task t
    WHERE t.status = 2 AND t.bucket = ? AND t.type = q.type AND t.flow_key = q.flow_key
      AND t.priority <= ranges.last[r.number]
      AND (t.priority, t.run_at, t.id) >= (ranges.first[r.number], ranges.since[r.number], ranges.id[r.number])
      AND CASE WHEN {share} THEN true END
    ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?) t
  LIMIT ?) t
WHERE true{anew}
