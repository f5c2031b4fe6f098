-- name: fetch
SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- name: fetch-share
SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ?
  AND mod(ascii(right(t.id, 1)), ?) = ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- name: next-type
-- The first tasks of the next types: one seek.
SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type > ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- name: next-priority
-- The first tasks of the flow's next priorities: one seek.
SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ? AND t.priority > ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- name: next-key
-- The first tasks of the type's next flows: one seek.
SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key > ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- name: next-orders
-- Some orders behind one, with whether their last task is live or has ended before its turn.
-- Pruning walks over all orders.
SELECT o.name, o.last_id, CASE WHEN EXISTS (SELECT 1 FROM baton_task t WHERE t.id = o.last_id)
  OR EXISTS (SELECT 1 FROM baton_waiter v WHERE v.task_id = o.last_id AND v.standing = 3) THEN 1 ELSE 0 END
FROM baton_order o WHERE o.name > ? ORDER BY o.name LIMIT ?

-- name: claim-tasks
-- The rows are locked and checked, so no fence is needed here.
UPDATE baton_task SET status = 3, version = version + 1, owner = ?, next_event_at = {when}, attempts = attempts + 1,
  loss_limit = ?, last_action = {now}
WHERE id IN ({ids})

-- name: lock-held
-- The fence of a note: the row stays locked until the note is written. Not an update, since one
-- that changes nothing counts no row if the driver counts changed rows (useAffectedRows).
SELECT t.version FROM baton_task t WHERE t.id = ? AND t.version = ? AND t.owner = ? FOR UPDATE

-- name: held-by
-- Searches the running tasks, which are one range of the alarm index, so that no index on owner is
-- needed.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 3 AND t.owner BETWEEN ? AND ? AND t.id > ? ORDER BY t.id LIMIT ?

-- name: renew-task
UPDATE baton_task SET next_event_at = {when} WHERE id = ? AND version = ? AND owner = ?

-- name: due-task
UPDATE baton_task SET status = 2, version = version + 1, next_event_at = {when}, last_action = {now}
WHERE id = ? AND version = ? AND status = 1

-- name: lock-due
SELECT {candidate} FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at >= {time} AND t.next_event_at <= {now}
  AND t.priority BETWEEN 0 AND 9 AND t.version >= 1 AND t.attempts >= 0 AND t.losses >= 0 AND t.loss_limit >= 0
ORDER BY t.status, t.next_event_at LIMIT ? {skipLocked}

-- name: lock-unlocked-tasks
-- Like lock-tasks, but skips rows locked by other transactions.
SELECT t.id, t.version, t.status, t.owner, CASE WHEN t.next_event_at <= {now} THEN 1 ELSE 0 END, t.keyed, t.attempts, t.losses, t.last_outcome,
  t.awaited, t.priority, CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END
FROM baton_task t {byId} WHERE t.id IN ({ids}) ORDER BY t.id {skipLocked}

-- name: leases-beyond
-- The end of the range of running tasks; empty unless the clock was set back.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 3 AND t.next_event_at > {when} ORDER BY t.status, t.next_event_at LIMIT ?

-- name: count-ahead
-- Two bounded ranges of the index of ready tasks: more urgent tasks, and older ones of the same
-- priority.
SELECT COUNT(*) FROM (
  (SELECT 1 AS one FROM baton_task t
  WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ? AND t.priority < ? LIMIT ?)
  UNION ALL
  (SELECT 1 AS one FROM baton_task t
  WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ? AND t.priority = ?
    AND t.run_at <= {time} AND (t.run_at < {time} OR t.id < ?) LIMIT ?)
) ahead

-- name: queued
SELECT t.id, t.bucket, t.type, COALESCE(GREATEST(t.run_at, t.last_change), t.run_at) FROM baton_task t {ready} WHERE {filter} LIMIT ?

-- name: unreadable
-- Rows that no other search finds, or that can't be made due, because other software wrote them.
SELECT {outline} FROM baton_task t {alarm} WHERE t.status < 0
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status > 4
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at IS NULL
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 3 AND t.next_event_at IS NULL
UNION ALL
SELECT {outline} FROM baton_task t {alarm} WHERE t.status = 1 AND t.next_event_at <= {now}
  AND NOT (t.priority BETWEEN 0 AND 9 AND t.version >= 1 AND t.attempts >= 0 AND t.losses >= 0 AND t.loss_limit >= 0)
LIMIT ?

-- name: lock-unreadable
SELECT t.attempts, t.last_outcome, t.owner FROM baton_task t WHERE t.id = ? AND t.version = ? AND t.status NOT IN (0, 4) {skipLocked}
