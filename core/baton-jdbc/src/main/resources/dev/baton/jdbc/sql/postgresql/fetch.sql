-- Conditions stand in a CASE where statistics may have the planner expect next to nothing of them: it would read the whole backlog
-- and put it in order, instead of walking along the index until there is enough.
-- Each flow is read in one or more ranges of priorities, each from a place on: what is known isn't read again, and where an old snapshot
-- keeps dead rows in the index, the ranges begin behind them. The ranges of a flow stand in the order of
-- priorities and are read one after the other, so a flow with enough in the first costs no more. A flow knows its
-- ranges by number: to look for them among all would cost more than to read them, where flows are many.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM (SELECT ?::smallint[] AS first, ?::smallint[] AS last, ?::timestamptz[] AS since, ?::uuid[] AS id) ranges
CROSS JOIN unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[]) AS q(place, type, flow_key, begins, ends)
CROSS JOIN LATERAL (
  SELECT t.* FROM generate_series(q.begins, q.ends) AS r(number)
  CROSS JOIN LATERAL (
    SELECT t.id, t.version, t.priority, t.run_at FROM baton_task t
    WHERE t.status = 2 AND t.bucket = ? AND t.type = q.type AND t.flow_key = q.flow_key
      AND t.priority <= ranges.last[r.number]
      AND (t.priority, t.run_at, t.id) >= (ranges.first[r.number], ranges.since[r.number], ranges.id[r.number])
    ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?) t
  LIMIT ?) t
WHERE true{anew}
