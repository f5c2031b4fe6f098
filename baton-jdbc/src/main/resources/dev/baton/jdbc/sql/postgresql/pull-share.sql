-- As pull.sql, but one part of each flow's tasks. An id begins with milliseconds and a number in them: four of the one and 256 of
-- the other stay together, so that nodes claim neighbours, which stand on the same pages.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM (SELECT ?::smallint[] AS first, ?::smallint[] AS last, ?::timestamptz[] AS since, ?::uuid[] AS id) ranges
CROSS JOIN unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[], ?::int[], ?::int[])
  AS q(place, type, flow_key, begins, ends, part, parts)
CROSS JOIN LATERAL (
  SELECT b.* FROM generate_series(q.begins, q.ends) AS r(number)
  CROSS JOIN LATERAL (
    SELECT b.id, b.version, b.priority, b.run_at FROM baton_task b
    WHERE b.status = 2 AND CASE WHEN b.owner IS NULL THEN true END AND b.bucket = ? AND b.type = q.type AND b.flow_key = q.flow_key
      AND b.priority <= ranges.last[r.number]
      AND (b.priority, b.run_at, b.id) >= (ranges.first[r.number], ranges.since[r.number], ranges.id[r.number])
      AND CASE WHEN mod((get_byte(uuid_send(b.id), 5) >> 2) * 17 + (get_byte(uuid_send(b.id), 6) & 15), q.parts) = q.part THEN true END
    ORDER BY b.bucket, b.type, b.flow_key, b.priority, b.run_at, b.id LIMIT ?) b
  LIMIT ?) t
WHERE true{anew}
