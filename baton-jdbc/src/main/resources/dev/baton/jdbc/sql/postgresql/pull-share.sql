-- As pull.sql, but one part of each flow's tasks: those whose ids' hashes say so.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM (SELECT ?::smallint[] AS first, ?::smallint[] AS last, ?::timestamptz[] AS since, ?::uuid[] AS id) ranges
CROSS JOIN unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[], ?::int[], ?::int[])
  AS q(place, type, flow_key, begins, ends, part, parts)
CROSS JOIN LATERAL (
  SELECT b.* FROM generate_series(q.begins, q.ends) AS r(number)
  CROSS JOIN LATERAL (
    SELECT b.id, b.version, b.priority, b.run_at FROM baton_task b
    WHERE b.status = 2 AND b.owner IS NULL AND b.bucket = ? AND b.type = q.type AND b.flow_key = q.flow_key
      AND b.priority <= ranges.last[r.number]
      AND (b.priority, b.run_at, b.id) >= (ranges.first[r.number], ranges.since[r.number], ranges.id[r.number])
      AND mod(uuid_hash(b.id) & 65535, q.parts) = q.part
    ORDER BY b.bucket, b.type, b.flow_key, b.priority, b.run_at, b.id LIMIT ?) b
  LIMIT ?) t
WHERE true{anew}
