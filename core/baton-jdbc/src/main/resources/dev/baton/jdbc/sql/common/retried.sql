-- So many waiting tasks are read and no more, however many there are.
SELECT w.id, w.bucket, w.type, w.attempts, w.acted_at FROM (
  SELECT t.id, t.bucket, t.type, t.attempts, t.last_outcome, COALESCE(t.last_action, t.created_at) AS acted_at
  FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at IS NOT NULL ORDER BY t.status, t.next_event_at LIMIT ?
) w WHERE w.last_outcome = ? AND w.attempts >= ?
