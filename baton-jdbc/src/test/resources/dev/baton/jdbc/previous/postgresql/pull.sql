-- Each flow is read in one or more ranges of priorities, each from an arrival on: where an old snapshot
-- keeps dead rows in the index, the ranges begin behind them. The ranges of a flow stand in the order of
-- priorities and are read one after the other, so a flow with enough in the first costs no more.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM unnest(?::int[], ?::text[], ?::text[]) AS q(place, type, flow_key)
CROSS JOIN LATERAL (
  SELECT b.* FROM unnest(?::int[], ?::smallint[], ?::smallint[], ?::timestamptz[]) AS r(place, first, last, since)
  CROSS JOIN LATERAL (
    SELECT b.id, b.version, b.priority, b.run_at FROM baton_task b
    WHERE b.status = 2 AND b.bucket = ? AND b.type = q.type AND b.flow_key = q.flow_key
      AND b.priority <= r.last AND (b.priority, b.run_at) >= (r.first, r.since)
    ORDER BY b.bucket, b.type, b.flow_key, b.priority, b.run_at, b.id LIMIT ?) b
  WHERE r.place = q.place LIMIT ?) t
