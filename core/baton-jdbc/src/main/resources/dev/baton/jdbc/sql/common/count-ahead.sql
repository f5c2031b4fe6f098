-- Two ranges of the index of ready tasks, each bounded: more urgent ones, and older ones as urgent.
SELECT COUNT(*) FROM (
  (SELECT 1 AS one FROM baton_task t
  WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ? AND t.priority < ? LIMIT ?)
  UNION ALL
  (SELECT 1 AS one FROM baton_task t
  WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ? AND t.priority = ?
    AND t.run_at <= {time} AND (t.run_at < {time} OR t.id < ?) LIMIT ?)
) ahead
