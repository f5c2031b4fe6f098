-- ==== claims

-- name: fetch-share
SELECT {candidate} FROM baton_task t {ready} WHERE t.status = 2 AND t.bucket = ? AND t.type = ? AND t.flow_key = ?
  AND mod(ora_hash(t.id), ?) = ?
ORDER BY t.status, t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?

-- ==== notes

-- name: keep-note
-- Replaces the same note, which may belong to an earlier task with this id. The time is never
-- before the task was added, even after the clock was set back, since the note would not be read
-- otherwise.
MERGE INTO baton_note (task_id, noted_at, kind, name, content) KEY (task_id, kind, name)
VALUES (?, GREATEST({now}, COALESCE((SELECT t.created_at FROM baton_task t WHERE t.id = ?), {now})), ?, ?, ?)

-- ==== orders

-- name: enter-order
-- Puts a task at the end of its order. Transactions that add to the order wait here for each other
-- until they commit. Fails with a duplicate key if another transaction was faster to begin the
-- order; then it is repeated once, for all.
MERGE INTO baton_order o USING (VALUES (CAST(? AS VARCHAR), CAST(? AS UUID))) c(name, last_id) ON o.name = c.name
WHEN MATCHED THEN UPDATE SET before_id = CASE WHEN o.last_id = c.last_id THEN o.before_id ELSE o.last_id END, last_id = c.last_id
WHEN NOT MATCHED THEN INSERT (name, last_id) VALUES (c.name, c.last_id)

-- ==== limits

-- name: add-limit
-- Fails with a duplicate key if another node was faster.
INSERT INTO baton_limit (name, idle_after) VALUES (?, {when})

-- ==== nodes

-- name: beat
MERGE INTO baton_node n USING (VALUES (CAST(? AS UUID), CAST(? AS VARCHAR), CAST(? AS VARCHAR),
  CAST(? AS SMALLINT), CAST(? AS BIGINT), CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR),
  CAST(? AS VARCHAR)))
  c(id, name, version, role, lease_micros, types, buckets, limits, warnings)
ON n.id = c.id
WHEN MATCHED THEN UPDATE SET name = c.name, version = c.version, role = c.role, lease_micros = c.lease_micros, types = c.types,
  buckets = c.buckets, limits = c.limits, warnings = c.warnings, heard_at = {now}, left_at = NULL
WHEN NOT MATCHED THEN INSERT (id, name, version, role, lease_micros, types, buckets, limits, warnings, started_at, heard_at)
  VALUES (c.id, c.name, c.version, c.role, c.lease_micros, c.types, c.buckets, c.limits, c.warnings, {now}, {now})

-- ==== audit

-- name: prune-audit
DELETE FROM baton_audit WHERE written_at <= {ago} FETCH FIRST ? ROWS ONLY

-- ==== statistics

-- name: keep-statistics
-- Has everything that the source knows about the minute, so writing it twice does no harm.
MERGE INTO baton_statistic (
  minute_no, bucket, type, source, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04,
  w05, w06, w07, w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06,
  r07, r08, r09, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19)
KEY (minute_no, bucket, type, source)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: prune-statistics
DELETE FROM baton_statistic WHERE minute_no < ? FETCH FIRST ? ROWS ONLY
