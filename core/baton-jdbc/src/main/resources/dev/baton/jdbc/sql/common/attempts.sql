-- Those that went wrong have rows of their own; of the one by which a task is done, its finished row tells.
SELECT a.number, a.owner, a.claimed_at, a.ended_at, a.outcome, a.error FROM (
  SELECT h.number, h.owner, h.claimed_at, h.ended_at, h.outcome, h.error FROM baton_attempt h WHERE h.task_id = ?
  UNION ALL
  SELECT f.attempts, f.owner, f.claimed_at, f.finished_at, 1, '' FROM baton_finished f WHERE f.id = ? AND f.status = 5) a
ORDER BY a.ended_at DESC, a.number DESC LIMIT ?
