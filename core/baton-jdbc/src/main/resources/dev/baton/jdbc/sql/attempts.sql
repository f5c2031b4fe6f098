-- name: insert-attempt
INSERT INTO baton_attempt (task_id, owner, claimed_at, ended_at, number, outcome, error) VALUES (?, ?, {time}, {now}, ?, ?, ?)

-- name: attempts
-- Attempts that failed have their own rows. The attempt that finished a DONE task is in the
-- finished row.
SELECT a.number, a.owner, a.claimed_at, a.ended_at, a.outcome, a.error FROM (
  SELECT h.number, h.owner, h.claimed_at, h.ended_at, h.outcome, h.error FROM baton_attempt h WHERE h.task_id = ?
  UNION ALL
  SELECT f.attempts, f.owner, f.claimed_at, f.finished_at, 1, '' FROM baton_finished f WHERE f.id = ? AND f.status = 5) a
ORDER BY a.ended_at DESC, a.number DESC LIMIT ?

-- name: attempt-beyond
-- The end of the latest attempt beyond those that the task keeps.
SELECT a.ended_at FROM baton_attempt a WHERE a.task_id = ? ORDER BY a.ended_at DESC LIMIT 1 OFFSET ?

-- name: latest-errors
SELECT latest.task_id, latest.error FROM (
  SELECT a.task_id, SUBSTRING(a.error FROM 1 FOR 500) AS error,
    ROW_NUMBER() OVER (PARTITION BY a.task_id ORDER BY a.ended_at DESC, a.number DESC) AS place
  FROM baton_attempt a WHERE a.task_id IN ({ids}) AND a.outcome <> 1) latest
WHERE latest.place = 1

-- name: trim-attempts
DELETE FROM baton_attempt WHERE task_id = ? AND ended_at <= ?

-- name: delete-attempts
DELETE FROM baton_attempt WHERE task_id IN ({ids})
