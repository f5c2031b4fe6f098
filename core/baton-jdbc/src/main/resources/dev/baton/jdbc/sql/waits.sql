-- name: insert-wait
INSERT INTO baton_wait (on_id, waiter_id, must_done, is_turn) VALUES (?, ?, ?, ?)

-- name: insert-waiter
INSERT INTO baton_waiter (task_id, remaining, awaits_turn, run_at, hint_micros, keep_micros) VALUES (?, ?, ?, {when}, ?, ?)

-- name: lock-waits
-- A locking read, since a snapshot may be older than the wait.
SELECT w.waiter_id, w.on_id, w.must_done, w.is_turn FROM baton_wait w {byId} WHERE w.on_id IN ({ids}) AND w.ended IS NULL
ORDER BY w.on_id, w.waiter_id FOR UPDATE

-- name: lock-own-waits
-- All waits of some tasks, in the order in which the ends of the tasks waited for lock them.
SELECT w.waiter_id, w.on_id, w.must_done, w.ended, w.is_turn FROM baton_wait w {byWaiter} WHERE w.waiter_id IN ({ids})
ORDER BY w.on_id, w.waiter_id FOR UPDATE

-- name: lock-waiters
SELECT v.task_id, v.remaining, v.standing, v.hint_micros, v.keep_micros, v.awaits_turn
FROM baton_waiter v {byId} WHERE v.task_id IN ({ids}) ORDER BY v.task_id FOR UPDATE

-- name: next-waits
-- Some waits for tasks behind one, with whether the end is still to be reported. Pruning walks over
-- all of them.
SELECT w.on_id, CASE WHEN w.ended IS NULL THEN TRUE ELSE FALSE END FROM baton_wait w WHERE w.on_id > ?
ORDER BY w.on_id, w.waiter_id LIMIT ?

-- name: next-waiters
-- Some waiters behind one, with their states. Pruning walks over all of them.
SELECT v.task_id, v.standing FROM baton_waiter v WHERE v.task_id > ? ORDER BY v.task_id LIMIT ?

-- name: waited-for
SELECT w.on_id, w.ended FROM baton_wait w WHERE w.waiter_id = ? ORDER BY w.on_id

-- name: waiters
SELECT w.waiter_id FROM baton_wait w WHERE w.on_id = ? ORDER BY w.waiter_id LIMIT ?

-- name: wait-roots
-- The tasks that a task waits for through any number of others, up to the last parameter but one,
-- and that wait for none: 1. Where the way is longer: 0. A task that ended before its turn still
-- keeps the tasks behind it waiting for the tasks before it.
WITH RECURSIVE chain (id, depth) AS (
  SELECT w.on_id, 1 FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.waiter_id = ? AND w.ended IS NULL AND v.standing IN (0, 3)
  UNION
  SELECT w.on_id, c.depth + 1 FROM chain c JOIN baton_wait w ON w.waiter_id = c.id JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.ended IS NULL AND v.standing IN (0, 3) AND c.depth < ?
)
SELECT DISTINCT found.id, found.is_root FROM (
  SELECT c.id, c.depth, CASE WHEN EXISTS (
    SELECT 1 FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
    WHERE w.waiter_id = c.id AND w.ended IS NULL AND v.standing IN (0, 3)) THEN 0 ELSE 1 END AS is_root
  FROM chain c
) found WHERE found.is_root = 1 OR found.depth = ? ORDER BY found.is_root DESC, found.id LIMIT ?

-- name: waiting-of
SELECT v.task_id FROM baton_waiter v WHERE v.task_id IN ({ids}) AND v.standing = 0

-- name: behind
-- The live tasks that wait for each of these tasks, directly or through others.
WITH RECURSIVE chain (root, id, depth) AS (
  SELECT w.on_id, w.waiter_id, 1 FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.on_id IN ({ids}) AND w.ended IS NULL AND v.standing <> 2
  UNION
  SELECT c.root, w.waiter_id, c.depth + 1 FROM chain c JOIN baton_wait w ON w.on_id = c.id JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.ended IS NULL AND v.standing <> 2 AND c.depth < 900
)
SELECT DISTINCT c.root, c.id FROM chain c JOIN baton_task t ON t.id = c.id LIMIT 10000

-- name: waiting
SELECT v.standing FROM baton_waiter v WHERE v.task_id = ?

-- name: count-down
UPDATE baton_waiter SET remaining = ?, standing = ?, awaits_turn = ? WHERE task_id = ?

-- name: end-wait
-- Ends a wait for a turn only if the task's own turn has come: the last parameter.
UPDATE baton_wait {byId} SET ended = ? WHERE on_id = ? AND ended IS NULL AND (is_turn = FALSE OR is_turn = ?)

-- name: end-own-wait
UPDATE baton_wait SET ended = ? WHERE on_id = ? AND waiter_id = ?

-- name: drop-wait
DELETE FROM baton_wait WHERE on_id = ? AND waiter_id = ?

-- name: drop-waits
DELETE FROM baton_wait WHERE waiter_id = ?

-- name: drop-waiter
DELETE FROM baton_waiter WHERE task_id = ?

-- name: forget-waits
-- Unless a task with that id has been added meanwhile.
DELETE FROM baton_wait WHERE waiter_id IN ({ids})
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_wait.waiter_id)

-- name: forget-waiters
DELETE FROM baton_waiter WHERE task_id IN ({ids})
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_waiter.task_id)
