-- ==== tasks

-- name: remove-tasks
-- See claim-tasks.
DELETE t FROM baton_task t FORCE INDEX (PRIMARY) WHERE t.id IN ({ids})

-- ==== claims

-- name: scan
-- One range of the index, or three consecutive ones: the tasks of short flows are next to each
-- other.
SELECT {candidate} FROM baton_task t {ready}
WHERE t.status = 2 AND t.bucket = ? AND t.type >= ?
  AND (t.type > ? OR (t.type = ? AND t.flow_key > ?) OR (t.type = ? AND t.flow_key = ? AND t.priority > ?))
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- name: first-of-each-flow
-- A loose index scan ("Using index for group-by"): one seek per flow and priority, and one more for
-- the id, however many tasks follow. Neither database seeks for a comparison with a column of
-- another row, so a recursive walk would read everything. The limit around the ids keeps the
-- planner from merging the queries.
SELECT {candidate}
FROM (
  SELECT (
    SELECT f.id FROM baton_task f {ready}
    WHERE f.status = 2 AND f.bucket = ? AND f.type = g.type AND f.flow_key = g.flow_key
      AND f.priority = g.priority AND f.run_at = g.first_run_at
    ORDER BY f.id LIMIT 1) AS id
  FROM (
    SELECT r.type, r.flow_key, r.priority, MIN(r.run_at) AS first_run_at FROM baton_task r {ready}
    WHERE r.status = 2 AND r.bucket = ?
      AND (r.type > ? OR (r.type = ? AND r.flow_key > ?) OR (r.type = ? AND r.flow_key = ? AND r.priority > ?))
    GROUP BY r.status, r.bucket, r.type, r.flow_key, r.priority
    ORDER BY r.status, r.bucket, r.type, r.flow_key, r.priority LIMIT ?) g
  LIMIT ?) head
JOIN baton_task t ON t.id = head.id
ORDER BY t.type, t.flow_key, t.priority

-- name: claim-tasks
-- The rows are locked and checked, so no fence is needed here. By primary key, whatever the table
-- contains: a scan would wait for rows that other transactions have locked.
UPDATE baton_task FORCE INDEX (PRIMARY) SET status = 3, version = version + 1, owner = ?, next_event_at = {when},
  attempts = attempts + 1, loss_limit = ?, last_action = {now}
WHERE id IN ({ids})

-- ==== finished

-- name: read-ended
-- A locking read: at repeatable read, the default here, a snapshot may be older than the tasks'
-- end.
SELECT f.id, f.status FROM baton_finished f FORCE INDEX (PRIMARY) WHERE f.id IN ({ids}) ORDER BY f.id LOCK IN SHARE MODE

-- name: remove-finished
-- See remove-tasks.
DELETE f FROM baton_finished f FORCE INDEX (PRIMARY) WHERE f.id IN ({ids})

-- ==== keys

-- name: find-keys
SELECT k.kind, k.type, k.text, k.task_id, CASE WHEN k.expires_at <= {now} THEN 1 ELSE 0 END FROM baton_key k FORCE INDEX (PRIMARY)
WHERE (k.kind, k.type, k.text) IN ({keys})

-- name: find-key-now
-- Also sees what was committed after the caller's snapshot.
SELECT k.task_id, CASE WHEN k.expires_at <= {now} THEN 1 ELSE 0 END FROM baton_key k
WHERE k.kind = ? AND k.type = ? AND k.text = ?
LOCK IN SHARE MODE

-- name: insert-keys
-- Inserts each key twice, with a negative hold time. The second insertion changes a key that was
-- free, but doesn't change a taken one: the key counts three rows or at most two. It locks a taken
-- key exclusively. A refused plain insert would take a share lock where a key was freed, and two
-- such transactions would deadlock.
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at) VALUES {keyRows}
ON DUPLICATE KEY UPDATE hold_micros = IF(hold_micros < 0, hold_micros + 4000000000000000000, hold_micros)

-- name: marked-keys
-- The marked keys of the caller's transaction: a mark is never committed.
SELECT k.kind, k.type, k.text FROM baton_key k FORCE INDEX (PRIMARY) WHERE (k.kind, k.type, k.text) IN ({keys}) AND k.hold_micros < 0

-- name: unmark-keys
UPDATE baton_key k FORCE INDEX (PRIMARY) SET k.hold_micros = k.hold_micros + 4000000000000000000
WHERE (k.kind, k.type, k.text) IN ({keys}) AND k.hold_micros < 0

-- name: free-keys
-- See the common free-keys. Uses its index, whatever the table contains: a scan would wait for rows
-- that other transactions have locked.
DELETE k FROM baton_key k FORCE INDEX (baton_key_task)
WHERE k.expires_at <= {now} AND (k.while_kept = FALSE OR ?) AND k.task_id IN ({ids})

-- name: drop-keys
-- Most keys are taken only while their task is live. These needn't be prolonged before they are
-- freed. See free-keys.
DELETE k FROM baton_key k FORCE INDEX (baton_key_task) WHERE k.hold_micros = 0 AND (k.while_kept = FALSE OR ?) AND k.task_id IN ({ids})

-- name: remove-keys
-- See remove-tasks.
DELETE k FROM baton_key k FORCE INDEX (PRIMARY) WHERE (k.kind, k.type, k.text) IN ({keys})

-- name: delete-finished-keys
-- See claim-tasks.
DELETE k FROM baton_finished_key k FORCE INDEX (PRIMARY) WHERE k.task_id = ?

-- name: remove-finished-keys
-- See remove-tasks.
DELETE k FROM baton_finished_key k FORCE INDEX (PRIMARY) WHERE k.task_id IN ({ids})

-- ==== attempts

-- name: trim-attempts
-- See claim-tasks.
DELETE a FROM baton_attempt a FORCE INDEX (baton_attempt_task) WHERE a.task_id = ? AND a.ended_at <= ?

-- name: delete-attempts
DELETE a FROM baton_attempt a FORCE INDEX (baton_attempt_task) WHERE a.task_id IN ({ids})

-- ==== notes

-- name: keep-note
-- Replaces the same note, which may belong to an earlier task with this id. The time is never
-- before the task was added, even after the clock was set back, since the note would not be read
-- otherwise.
INSERT INTO baton_note (task_id, noted_at, kind, name, content)
VALUES (?, GREATEST({now}, COALESCE((SELECT t.created_at FROM baton_task t WHERE t.id = ?), {now})), ?, ?, ?)
ON DUPLICATE KEY UPDATE noted_at = VALUES(noted_at), content = VALUES(content)

-- name: read-signals
-- Like the common read-signals; also sees what was committed after the caller's snapshot.
SELECT n.kind, n.name, n.content FROM baton_note n FORCE INDEX (PRIMARY) WHERE n.task_id = ? AND n.kind IN (3, 4)
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at) LOCK IN SHARE MODE

-- name: delete-steps
-- See claim-tasks.
DELETE n FROM baton_note n FORCE INDEX (PRIMARY) WHERE n.task_id = ? AND n.kind IN (0, 4)

-- name: delete-steps-from
-- See claim-tasks.
DELETE n FROM baton_note n FORCE INDEX (PRIMARY) WHERE n.task_id = ? AND n.kind = 0 AND n.name >= ?

-- name: delete-notes
-- See claim-tasks.
DELETE n FROM baton_note n FORCE INDEX (PRIMARY) WHERE n.task_id = ?

-- name: delete-stale-notes
-- See forget-waits.
DELETE n FROM baton_note n FORCE INDEX (PRIMARY) LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = n.task_id
LEFT JOIN baton_finished f FORCE INDEX (PRIMARY) ON f.id = n.task_id AND {keepsNotes}
WHERE n.task_id = ? AND n.noted_at <= {ago} AND t.id IS NULL AND f.id IS NULL

-- ==== waits

-- name: drop-waits
-- See claim-tasks.
DELETE w FROM baton_wait w FORCE INDEX (baton_wait_waiter) WHERE w.waiter_id = ?

-- name: forget-waits
-- See claim-tasks. A NOT EXISTS could become a scan of all tasks, which locks them.
DELETE w FROM baton_wait w FORCE INDEX (baton_wait_waiter) LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = w.waiter_id
WHERE w.waiter_id IN ({ids}) AND t.id IS NULL

-- name: forget-waiters
-- See forget-waits.
DELETE v FROM baton_waiter v FORCE INDEX (PRIMARY) LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = v.task_id
WHERE v.task_id IN ({ids}) AND t.id IS NULL

-- name: wait-roots
-- The optimizer would read all waits for each task of the chain.
WITH RECURSIVE chain (id, depth) AS (
  SELECT w.on_id, 1 FROM baton_wait w {byWaiter} STRAIGHT_JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.waiter_id = ? AND w.ended IS NULL AND v.standing IN (0, 3)
  UNION
  SELECT w.on_id, c.depth + 1 FROM chain c STRAIGHT_JOIN baton_wait w {byWaiter} ON w.waiter_id = c.id STRAIGHT_JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.ended IS NULL AND v.standing IN (0, 3) AND c.depth < ?
)
SELECT DISTINCT found.id, found.is_root FROM (
  SELECT c.id, c.depth, CASE WHEN EXISTS (
    SELECT 1 FROM baton_wait w {byWaiter} STRAIGHT_JOIN baton_waiter v ON v.task_id = w.waiter_id
    WHERE w.waiter_id = c.id AND w.ended IS NULL AND v.standing IN (0, 3)) THEN 0 ELSE 1 END AS is_root
  FROM chain c
) found WHERE found.is_root = 1 OR found.depth = ? ORDER BY found.is_root DESC, found.id LIMIT ?

-- name: behind
WITH RECURSIVE chain (root, id, depth) AS (
  SELECT w.on_id, w.waiter_id, 1 FROM baton_wait w {byId} STRAIGHT_JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.on_id IN ({ids}) AND w.ended IS NULL AND v.standing <> 2
  UNION
  SELECT c.root, w.waiter_id, c.depth + 1 FROM chain c STRAIGHT_JOIN baton_wait w {byId} ON w.on_id = c.id STRAIGHT_JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.ended IS NULL AND v.standing <> 2 AND c.depth < 900
)
SELECT DISTINCT c.root, c.id FROM chain c STRAIGHT_JOIN baton_task t ON t.id = c.id LIMIT 10000

-- ==== orders

-- name: enter-order
-- Puts a task at the end of its order. Transactions that add to the order wait here for each other
-- until they commit.
INSERT INTO baton_order (name, last_id) VALUES (?, ?)
ON DUPLICATE KEY UPDATE before_id = last_id, last_id = VALUES(last_id)

-- ==== limits

-- name: add-limit
INSERT INTO baton_limit (name, idle_after) VALUES (?, {when}) ON DUPLICATE KEY UPDATE name = baton_limit.name

-- name: drop-permits
-- See forget-waits.
DELETE p FROM baton_permit p FORCE INDEX (PRIMARY)
  LEFT JOIN baton_task t FORCE INDEX (PRIMARY) ON t.id = p.task_id AND t.owner = p.owner
WHERE p.limit_name IN ({ids}) AND t.id IS NULL

-- ==== nodes

-- name: insert-leader
-- MariaDB's driver logs each refused insert as a warning. Several nodes may take over a duty at once.
INSERT IGNORE INTO baton_leader (duty, node, lead_until) VALUES (?, ?, {when})

-- name: beat
INSERT INTO baton_node (id, name, version, role, lease_micros, types, buckets, limits, warnings, started_at, heard_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, {now}, {now})
ON DUPLICATE KEY UPDATE name = VALUES(name), version = VALUES(version), role = VALUES(role), lease_micros = VALUES(lease_micros),
  types = VALUES(types), buckets = VALUES(buckets), limits = VALUES(limits), warnings = VALUES(warnings), heard_at = VALUES(heard_at),
  left_at = NULL

-- ==== labels

-- name: forget-labels
-- See claim-tasks.
DELETE l FROM baton_label l FORCE INDEX (PRIMARY) WHERE l.task_id = ? AND l.added_at = ?

-- ==== audit

-- name: prune-audit
DELETE FROM baton_audit WHERE written_at <= {ago} ORDER BY written_at LIMIT ?

-- ==== statistics

-- name: keep-statistics
-- Has everything that the source knows about the minute, so writing it twice does no harm.
INSERT INTO baton_statistic (
  minute_no, bucket, type, source, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04,
  w05, w06, w07, w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06,
  r07, r08, r09, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE
  added = VALUES(added), started = VALUES(started), done = VALUES(done), failed = VALUES(failed),
  errors = VALUES(errors), retried = VALUES(retried), lost = VALUES(lost), w01 = VALUES(w01),
  w02 = VALUES(w02), w03 = VALUES(w03), w04 = VALUES(w04), w05 = VALUES(w05), w06 = VALUES(w06),
  w07 = VALUES(w07), w08 = VALUES(w08), w09 = VALUES(w09), w10 = VALUES(w10), w11 = VALUES(w11),
  w12 = VALUES(w12), w13 = VALUES(w13), w14 = VALUES(w14), w15 = VALUES(w15), w16 = VALUES(w16),
  w17 = VALUES(w17), w18 = VALUES(w18), w19 = VALUES(w19), r01 = VALUES(r01), r02 = VALUES(r02),
  r03 = VALUES(r03), r04 = VALUES(r04), r05 = VALUES(r05), r06 = VALUES(r06), r07 = VALUES(r07),
  r08 = VALUES(r08), r09 = VALUES(r09), r10 = VALUES(r10), r11 = VALUES(r11), r12 = VALUES(r12),
  r13 = VALUES(r13), r14 = VALUES(r14), r15 = VALUES(r15), r16 = VALUES(r16), r17 = VALUES(r17),
  r18 = VALUES(r18), r19 = VALUES(r19)

-- name: prune-statistics
DELETE FROM baton_statistic WHERE minute_no < ? ORDER BY minute_no LIMIT ?

-- name: remove-hour
-- See claim-tasks.
DELETE f FROM baton_statistic_hour f FORCE INDEX (PRIMARY) WHERE f.minute_no = ?
