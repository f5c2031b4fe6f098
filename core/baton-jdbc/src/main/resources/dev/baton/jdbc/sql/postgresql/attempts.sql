-- As ../common/attempts.sql; a task that went well may share its row with others.
SELECT a.number, a.owner, a.claimed_at, a.ended_at, a.outcome, a.error FROM (
  SELECT h.number, h.owner, h.claimed_at, h.ended_at, h.outcome, h.error FROM baton_attempt h WHERE h.task_id = ?
  UNION ALL
  SELECT e.attempts, e.owner, e.claimed_at, e.finished_at, 1, '' FROM (SELECT ?::uuid AS id) q CROSS JOIN LATERAL (
    SELECT f.attempts, f.owner, f.claimed_at, f.finished_at, f.status FROM baton_finished f WHERE f.id = q.id
    UNION ALL
    SELECT f.attempts, f.owner, f.claimed_at, f.finished_at, f.status FROM baton_shared_task f WHERE {sharedRowOfQ}) e
  WHERE e.status = 5) a
ORDER BY a.ended_at DESC, a.number DESC LIMIT ?
