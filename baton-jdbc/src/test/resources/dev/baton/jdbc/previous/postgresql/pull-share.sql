-- As pull.sql, but one part of each flow's tasks: those whose ids' hashes say so.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[]) AS q(place, type, flow_key, part, parts)
CROSS JOIN LATERAL (
  SELECT b.* FROM unnest(?::int[], ?::smallint[], ?::smallint[], ?::timestamptz[]) AS r(place, first, last, since)
  CROSS JOIN LATERAL (
    SELECT b.id, b.version, b.priority, b.run_at FROM baton_task b
    WHERE b.status = 2 AND b.bucket = ? AND b.type = q.type AND b.flow_key = q.flow_key
      AND b.priority <= r.last AND (b.priority, b.run_at) >= (r.first, r.since)
      AND mod(uuid_hash(b.id) & 65535, q.parts) = q.part
    ORDER BY b.bucket, b.type, b.flow_key, b.priority, b.run_at, b.id LIMIT ?) b
  WHERE r.place = q.place LIMIT ?) t
