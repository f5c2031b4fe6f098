-- HSQLDB ignores the FOR UPDATE of a SELECT that has ORDER BY, LIMIT, a join or a subquery for each row. Where it locks, it locks the
-- table, so the order of the locks doesn't matter.

-- ==== tasks

-- name: lock-tasks
SELECT t.id, t.version, t.status, t.owner, CASE WHEN t.next_event_at <= {now} THEN 1 ELSE 0 END, t.keyed, t.attempts, t.losses, t.last_outcome,
  t.awaited, t.priority, CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END
FROM baton_task t WHERE t.id IN ({ids}) FOR UPDATE

-- name: lock-live
SELECT t.id FROM baton_task t WHERE t.id IN ({ids}) FOR UPDATE

-- name: lock-waiting-tasks
SELECT {outline} FROM baton_task t WHERE t.id IN ({ids}) FOR UPDATE

-- ==== claims

-- name: lock-unlocked-tasks
SELECT t.id, t.version, t.status, t.owner, CASE WHEN t.next_event_at <= {now} THEN 1 ELSE 0 END, t.keyed, t.attempts, t.losses, t.last_outcome,
  t.awaited, t.priority, CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END
FROM baton_task t WHERE t.id IN ({ids}) FOR UPDATE

-- name: lock-due
SELECT {candidate} FROM baton_task t WHERE t.status = 1 AND t.next_event_at >= {time} AND t.next_event_at <= {now}
  AND t.priority BETWEEN 0 AND 9 AND t.version >= 1 AND t.attempts >= 0 AND t.losses >= 0 AND t.loss_limit >= 0
  AND ROWNUM() <= ? FOR UPDATE

-- name: fetch-share
SELECT {candidate} FROM baton_task t WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ?
  AND MOD(ASCII(RIGHT(CAST(t.id AS VARCHAR(36)), 1)), ?) = ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- ==== finished

-- name: lock-expired-finished
SELECT f.id FROM baton_finished f WHERE f.keep_until <= {now} AND ROWNUM() <= ? FOR UPDATE

-- name: lock-expired-ids
SELECT f.id FROM baton_finished f WHERE f.id IN ({ids}) AND f.keep_until <= {now} FOR UPDATE

-- ==== keys

-- name: lock-expired-keys
SELECT k.kind, k.type, k.text FROM baton_key k WHERE k.expires_at <= {now}
  AND (k.kind <> 0 OR k.task_id NOT IN (SELECT f.id FROM baton_finished f)) AND ROWNUM() <= ? FOR UPDATE

-- name: lock-keys-of
SELECT k.task_id FROM baton_key k WHERE k.task_id = ? FOR UPDATE

-- ==== waits

-- name: lock-waits
SELECT w.waiter_id, w.on_id, w.must_done, w.is_turn FROM baton_wait w WHERE w.on_id IN ({ids}) AND w.ended IS NULL FOR UPDATE

-- name: lock-own-waits
SELECT w.waiter_id, w.on_id, w.must_done, w.ended, w.is_turn FROM baton_wait w WHERE w.waiter_id IN ({ids}) FOR UPDATE

-- name: lock-waiters
SELECT v.task_id, v.remaining, v.standing, v.hint_micros, v.keep_micros, v.awaits_turn
FROM baton_waiter v WHERE v.task_id IN ({ids}) FOR UPDATE

-- ==== orders

-- name: enter-order
-- Fails with a duplicate key when another was faster to begin it; then it is done once more, for all.
MERGE INTO baton_order o USING (VALUES (CAST(? AS VARCHAR(460)), CAST(? AS UUID))) c(name, last_id) ON o.name = c.name
WHEN MATCHED THEN UPDATE SET before_id = CASE WHEN o.last_id = c.last_id THEN o.before_id ELSE o.last_id END, last_id = c.last_id
WHEN NOT MATCHED THEN INSERT (name, last_id) VALUES (c.name, c.last_id)

-- ==== notes

-- name: keep-note
MERGE INTO baton_note n USING (VALUES (CAST(? AS UUID), CAST(? AS UUID), CAST(? AS SMALLINT), CAST(? AS VARCHAR(120)),
  CAST(? AS VARBINARY(1048576)))) c(task_id, live_id, kind, name, content)
ON n.task_id = c.task_id AND n.kind = c.kind AND n.name = c.name
WHEN MATCHED THEN UPDATE SET content = c.content,
  noted_at = GREATEST({now}, COALESCE((SELECT t.created_at FROM baton_task t WHERE t.id = c.live_id), {now}))
WHEN NOT MATCHED THEN INSERT (task_id, noted_at, kind, name, content) VALUES (c.task_id,
  GREATEST({now}, COALESCE((SELECT t.created_at FROM baton_task t WHERE t.id = c.live_id), {now})), c.kind, c.name, c.content)

-- ==== limits

-- name: lock-limits
SELECT l.name, l.paid_until FROM baton_limit l WHERE l.name IN ({ids}) FOR UPDATE

-- name: add-limit
-- Fails with a duplicate key when another node was faster.
INSERT INTO baton_limit (name, idle_after) VALUES (?, {when})

-- ==== nodes

-- name: beat
MERGE INTO baton_node n USING (VALUES (CAST(? AS UUID), CAST(? AS VARCHAR(8000)), CAST(? AS VARCHAR(8000)),
  CAST(? AS SMALLINT), CAST(? AS BIGINT), CAST(? AS VARCHAR(1000000)), CAST(? AS VARCHAR(1000000)), CAST(? AS VARCHAR(1000000)),
  CAST(? AS VARCHAR(1000000))))
  c(id, name, version, role, lease_micros, types, buckets, limits, warnings)
ON n.id = c.id
WHEN MATCHED THEN UPDATE SET name = c.name, version = c.version, role = c.role, lease_micros = c.lease_micros, types = c.types,
  buckets = c.buckets, limits = c.limits, warnings = c.warnings, heard_at = {now}, left_at = NULL
WHEN NOT MATCHED THEN INSERT (id, name, version, role, lease_micros, types, buckets, limits, warnings, started_at, heard_at)
  VALUES (c.id, c.name, c.version, c.role, c.lease_micros, c.types, c.buckets, c.limits, c.warnings, {now}, {now})

-- ==== audit

-- name: prune-audit
DELETE FROM baton_audit WHERE written_at <= {ago} LIMIT ?

-- ==== statistics

-- name: keep-statistics
MERGE INTO baton_statistic f USING (VALUES (
  CAST(? AS INT), CAST(? AS VARCHAR(60)), CAST(? AS VARCHAR(250)), CAST(? AS UUID), CAST(? AS INT), CAST(? AS INT),
  CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT),
  CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT),
  CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT),
  CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT),
  CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT),
  CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT), CAST(? AS INT),
  CAST(? AS INT)))
c(
  minute_no, bucket, type, source, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04, w05, w06, w07,
  w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12,
  r13, r14, r15, r16, r17, r18, r19)
ON f.minute_no = c.minute_no AND f.bucket = c.bucket AND f.type = c.type AND f.source = c.source
WHEN MATCHED THEN UPDATE SET
  added = c.added, started = c.started, done = c.done, failed = c.failed, errors = c.errors, retried = c.retried,
  lost = c.lost, w01 = c.w01, w02 = c.w02, w03 = c.w03, w04 = c.w04, w05 = c.w05, w06 = c.w06, w07 = c.w07, w08 = c.w08,
  w09 = c.w09, w10 = c.w10, w11 = c.w11, w12 = c.w12, w13 = c.w13, w14 = c.w14, w15 = c.w15, w16 = c.w16, w17 = c.w17,
  w18 = c.w18, w19 = c.w19, r01 = c.r01, r02 = c.r02, r03 = c.r03, r04 = c.r04, r05 = c.r05, r06 = c.r06, r07 = c.r07,
  r08 = c.r08, r09 = c.r09, r10 = c.r10, r11 = c.r11, r12 = c.r12, r13 = c.r13, r14 = c.r14, r15 = c.r15, r16 = c.r16,
  r17 = c.r17, r18 = c.r18, r19 = c.r19
WHEN NOT MATCHED THEN INSERT (
  minute_no, bucket, type, source, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04, w05, w06, w07,
  w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12,
  r13, r14, r15, r16, r17, r18, r19)
VALUES (
  c.minute_no, c.bucket, c.type, c.source, c.added, c.started, c.done, c.failed, c.errors, c.retried, c.lost, c.w01, c.w02,
  c.w03, c.w04, c.w05, c.w06, c.w07, c.w08, c.w09, c.w10, c.w11, c.w12, c.w13, c.w14, c.w15, c.w16, c.w17, c.w18, c.w19,
  c.r01, c.r02, c.r03, c.r04, c.r05, c.r06, c.r07, c.r08, c.r09, c.r10, c.r11, c.r12, c.r13, c.r14, c.r15, c.r16, c.r17,
  c.r18, c.r19)

-- name: prune-statistics
DELETE FROM baton_statistic WHERE minute_no < ? LIMIT ?

-- ==== schema

-- name: read-now
VALUES (CURRENT_TIMESTAMP)

-- ==== overrides

-- name: survey
SELECT p.scope, p.bucket, p.type, p.flow_key, p.reason, p.since FROM baton_pause p
UNION ALL
SELECT o.kind, o.set_by, o.name, o.numbers, o.reason, o.set_at FROM baton_override o
UNION ALL
SELECT 100,
  CASE WHEN EXISTS (SELECT 1 FROM baton_task t WHERE t.status = 2)
    OR EXISTS (SELECT 1 FROM baton_task t WHERE t.status = 3 AND t.next_event_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM baton_task t WHERE t.status = 1 AND t.next_event_at <= {now})
    OR EXISTS (SELECT 1 FROM baton_task t WHERE t.status IN (1, 3) AND t.next_event_at IS NULL)
    OR EXISTS (SELECT 1 FROM baton_schedule s WHERE (s.due_at <= {when} OR (s.due_at IS NOT NULL AND s.last_tick > {now})) AND s.paused = FALSE)
    THEN 'work' ELSE '' END,
  CASE WHEN EXISTS (SELECT 1 FROM baton_schedule s WHERE s.due_at IS NOT NULL AND s.paused = FALSE)
    THEN 'schedules' ELSE '' END,
  '', '', {now}
-- HSQLDB has no SELECT without FROM.
FROM (VALUES (0)) one(row_no)
