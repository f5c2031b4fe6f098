-- name: find
SELECT {task} FROM baton_task t WHERE t.id = ?

-- name: standing
SELECT {task}, {now} FROM baton_task t WHERE t.id = ?

-- name: insert-task
-- Inserts one task. Each {when} takes an instant or null, and an offset in microseconds.
INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
VALUES (?, ?, ?, ?, 1, {now}, {when}, {when}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: change-task
-- Like move-task, for a move that changes the application's state or data.
UPDATE baton_task SET last_action = CASE WHEN ? = 0 THEN last_action ELSE {now} END, version = version + ?, status = ?, owner = ?,
  run_at = {when}, next_event_at = {when}, attempts = ?, losses = ?, loss_limit = ?, last_outcome = ?, last_change = {now}, state = ?, data = ?
WHERE id = ? AND version = ?

-- name: move-task
-- The time of the last change is now if a blocked task becomes ready.
UPDATE baton_task SET last_action = CASE WHEN ? = 0 THEN last_action ELSE {now} END, version = version + ?, status = ?, owner = ?,
  last_change = CASE WHEN ? THEN {now} ELSE last_change END, run_at = {when}, next_event_at = {when}, attempts = ?, losses = ?, loss_limit = ?, last_outcome = ?
WHERE id = ? AND version = ?

-- name: edit-task
-- Leaves the task's position unchanged. A decision based on the old content names an old version.
UPDATE baton_task SET priority = ?, payload = ?, traits = ?, version = version + 1, last_action = {now}
WHERE id = ? AND version = ? AND status = ? AND status <> 3

-- name: revise-task
-- A task that hasn't begun is submitted again; of two concurrent calls the second finds another
-- version.
UPDATE baton_task SET version = version + 1, status = ?, run_at = {when}, next_event_at = {when}, context = ?, traits = ?, payload = ?,
  last_action = {now}
WHERE id = ? AND version = ? AND status = ?

-- name: respecify-task
UPDATE baton_task SET context = ?, traits = ?, payload = ? WHERE id = ?

-- name: revive-task
INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, last_change, last_action, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
SELECT f.id, NULL, f.parent_id, f.correlation_id, f.version + 1, f.created_at, {now}, {now}, {when}, {when}, ?, ?, ?, ?,
  f.priority, ?, f.keyed, f.bucket, f.type, f.flow_key, ?, f.sub_type, f.context, f.traits, ?, f.payload
FROM baton_finished f WHERE f.id = ? AND f.version = ?

-- name: stop-task
-- Stops the task whatever the rest of its row contains. Numbers are limited to their valid ranges,
-- since a check could refuse the row otherwise.
UPDATE baton_task SET status = 4, owner = NULL, run_at = NULL, next_event_at = NULL, last_action = {now},
  attempts = LEAST(GREATEST(attempts, 0), 2000000000), losses = LEAST(GREATEST(losses, 0), 2000000000), loss_limit = GREATEST(loss_limit, 0),
  priority = LEAST(GREATEST(priority, 0), 9), last_outcome = CASE WHEN last_outcome BETWEEN 0 AND 6 THEN last_outcome ELSE 0 END,
  version = CASE WHEN version < 1 OR version > 9000000000000000000 THEN 1 ELSE version + 1 END
WHERE id = ? AND version = ?

-- name: touch-task
-- After this, a transaction with an older snapshot can't lock the row, so it misses no signal.
-- Databases skip an update that changes nothing. For a running task this time says when it was
-- claimed, to the microsecond.
UPDATE baton_task SET last_action = COALESCE(last_action, created_at) + INTERVAL '0.000001' SECOND WHERE id = ?

-- name: mark-awaited
UPDATE baton_task {byId} SET awaited = TRUE WHERE id IN ({ids}) AND awaited = FALSE

-- name: lock-task
-- Waits for the transaction that has locked it, and reads what that committed, even after the
-- caller's snapshot.
SELECT {task} FROM baton_task t WHERE t.id = ? FOR UPDATE

-- name: lock-tasks
-- By primary key and in its order; the caller checks the fence on the locked rows.
SELECT t.id, t.version, t.status, t.owner, CASE WHEN t.next_event_at <= {now} THEN 1 ELSE 0 END, t.keyed, t.attempts, t.losses, t.last_outcome,
  t.awaited, t.priority, CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END
FROM baton_task t {byId} WHERE t.id IN ({ids}) ORDER BY t.id FOR UPDATE

-- name: lock-live
-- Live tasks that other tasks will wait for: their ends wait for this transaction.
SELECT t.id FROM baton_task t {byId} WHERE t.id IN ({ids}) ORDER BY t.id FOR UPDATE

-- name: lock-waiting-tasks
-- Their current rows, whatever they were when added; without payloads.
SELECT {outline} FROM baton_task t {byId} WHERE t.id IN ({ids}) ORDER BY t.id FOR UPDATE

-- name: read-live
SELECT t.id, t.status FROM baton_task t WHERE t.id IN ({ids})

-- name: read-tasks
SELECT {task} FROM baton_task t WHERE t.id IN ({ids})

-- name: read-ready
SELECT {candidate} FROM baton_task t WHERE t.id IN ({ids}) AND t.status = 2

-- name: read-fences
-- The current fence of a row that was skipped; only reads.
SELECT t.id, t.version, t.status, t.owner, CASE WHEN t.next_event_at <= {now} THEN 1 ELSE 0 END, t.keyed, t.attempts, t.losses, t.last_outcome,
  t.awaited, t.priority, CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END
FROM baton_task t WHERE t.id IN ({ids})

-- name: read-holds
SELECT t.id, t.version, t.owner FROM baton_task t WHERE t.id IN ({ids}) AND t.owner IS NOT NULL

-- name: remove-tasks
-- The rows are locked and checked, so no fence is needed here.
DELETE FROM baton_task WHERE id IN ({ids})
