-- A range of the index: the tasks of short flows stand next to each other.
SELECT {candidate} FROM (
  SELECT * FROM baton_task t
  WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key, t.priority) > (?, ?, ?)
  ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?) t
WHERE true{anew}
