-- name: find-limit
SELECT l.paid_until FROM baton_limit l WHERE l.name = ?

-- name: lock-limits
-- In the order of names, so that claims that need several limits can't deadlock.
SELECT l.name, l.paid_until FROM baton_limit l {byId} WHERE l.name IN ({ids}) ORDER BY l.name FOR UPDATE

-- name: pay-limit
UPDATE baton_limit SET paid_until = {time} WHERE name = ?

-- name: used-rates
SELECT l.name, l.paid_until FROM baton_limit l WHERE l.paid_until > {now} ORDER BY l.name LIMIT ?

-- name: idle-limits
SELECT l.name FROM baton_limit l WHERE l.idle_after <= {now} AND (l.paid_until IS NULL OR l.paid_until <= {now})
AND NOT EXISTS (SELECT 1 FROM baton_permit p WHERE p.limit_name = l.name) ORDER BY l.name LIMIT ?

-- name: forget-limit
-- Removes one limit at a time, so that it never waits for a limit while another is locked. A claim
-- that waited for the lock finds no row, and adds it again.
DELETE FROM baton_limit WHERE name = ? AND idle_after <= {now} AND (paid_until IS NULL OR paid_until <= {now})

-- name: take-permit
INSERT INTO baton_permit (limit_name, task_id, owner) VALUES (?, ?, ?)

-- name: count-permits
-- Runs after the lock, never in the statement that takes it: a count made there would be as old as
-- the wait for the lock. A slot is free if its task no longer runs under its owner.
SELECT p.limit_name, COUNT(*), COUNT(t.id) FROM baton_permit p
LEFT JOIN baton_task t ON t.id = p.task_id AND t.owner = p.owner
WHERE p.limit_name IN ({ids}) GROUP BY p.limit_name

-- name: permit-holders
-- A slot is free if its task no longer runs under its owner.
SELECT p.task_id, p.owner FROM baton_permit p JOIN baton_task t ON t.id = p.task_id AND t.owner = p.owner
WHERE p.limit_name = ? ORDER BY p.task_id LIMIT ?

-- name: taken-slots
-- A slot is free if its task no longer runs under its owner.
SELECT p.limit_name, p.task_id, p.owner, t.type FROM baton_permit p JOIN baton_task t ON t.id = p.task_id AND t.owner = p.owner
ORDER BY p.limit_name, p.task_id LIMIT ?

-- name: stale-permits
SELECT p.limit_name, p.task_id, p.owner FROM baton_permit p
WHERE NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = p.task_id AND t.owner = p.owner) LIMIT ?

-- name: drop-permit
-- A stale slot stays stale, since an owner is never used twice.
DELETE FROM baton_permit WHERE limit_name = ? AND task_id = ? AND owner = ?

-- name: drop-permits
DELETE FROM baton_permit WHERE limit_name IN ({ids})
AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_permit.task_id AND t.owner = baton_permit.owner)
