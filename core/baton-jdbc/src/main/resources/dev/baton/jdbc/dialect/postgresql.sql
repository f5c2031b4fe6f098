-- ==== tasks

-- name: insert-tasks
INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
SELECT q.id, q.owner, q.parent_id, q.correlation_id, 1, {now},
  coalesce(q.run_base, {now}) + q.run_in * interval '1 microsecond',
  coalesce(q.event_base, {now}) + q.event_in * interval '1 microsecond',
  q.attempts, q.losses, q.loss_limit, q.status, q.priority, q.last_outcome, q.keyed, q.bucket, q.type, q.flow_key, q.state,
  q.sub_type, q.context, q.traits, q.data, q.payload
FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::uuid[], ?::timestamptz[], ?::bigint[], ?::timestamptz[], ?::bigint[],
  ?::int[], ?::int[], ?::int[], ?::smallint[], ?::smallint[], ?::smallint[], ?::boolean[], ?::text[], ?::text[], ?::text[],
  ?::text[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::bytea[])
  AS q(id, owner, parent_id, correlation_id, run_base, run_in, event_base, event_in, attempts, losses, loss_limit, status,
  priority, last_outcome, keyed, bucket, type, flow_key, state, sub_type, context, traits, data, payload)

-- name: insert-plain
-- One task with only the usual columns, whose times count from now: half as many parameters to send
-- and read.
INSERT INTO baton_task (id, owner, version, created_at, run_at, next_event_at, attempts, losses, loss_limit, status,
  priority, last_outcome, keyed, bucket, type, flow_key, state, payload)
VALUES (?, ?, 1, {now}, {now} + ?::bigint * interval '1 microsecond', {now} + ?::bigint * interval '1 microsecond',
  ?, 0, ?, ?, ?, 0, false, ?, ?, ?, '', ?)

-- name: insert-named
-- One task with one key: both rows or none. Waits for an open transaction that has or frees the
-- key.
WITH taken AS (
  INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, NULL)
  ON CONFLICT (kind, type, text) DO NOTHING
  RETURNING task_id
)
INSERT INTO baton_task (id, owner, parent_id, correlation_id, version, created_at, run_at,
  next_event_at, attempts, losses, loss_limit, status, priority, last_outcome, keyed, bucket, type, flow_key, state,
  sub_type, context, traits, data, payload)
SELECT ?, ?, ?, ?, 1, {now}, {when}, {when}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM taken

-- name: move
WITH moved AS (
  UPDATE baton_task t
  SET version = t.version + q.bump, status = q.to_status, owner = q.to_owner,
    run_at = coalesce(q.run_base, {now}) + q.run_in * interval '1 microsecond',
    next_event_at = coalesce(q.event_base, {now}) + q.event_in * interval '1 microsecond',
    attempts = q.attempts, losses = q.losses, loss_limit = q.loss_limit, last_outcome = q.last_outcome,
    state = CASE WHEN q.changed THEN q.state ELSE t.state END,
    data = CASE WHEN q.changed THEN q.data ELSE t.data END,
    last_change = CASE WHEN q.changed OR (q.status = 0 AND q.to_status = 2) THEN {now} ELSE t.last_change END,
    last_action = CASE WHEN q.bump = 0 THEN t.last_action ELSE {now} END
  FROM unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[], ?::text[], ?::smallint[], ?::int[], ?::smallint[],
    ?::uuid[], ?::timestamptz[], ?::bigint[], ?::timestamptz[], ?::bigint[], ?::int[], ?::int[], ?::int[], ?::smallint[], ?::boolean[],
    ?::text[], ?::bytea[])
    AS q(id, version, status, owner, time_is_up, error, outcome, bump, to_status, to_owner, run_base, run_in, event_base,
    event_in, attempts, losses, loss_limit, last_outcome, changed, state, data){skipIfAsked}
  WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
    AND (NOT q.time_is_up OR t.next_event_at <= {now})
  RETURNING t.id, q.owner, t.attempts, q.outcome, q.error
), failed AS (
  INSERT INTO baton_attempt (task_id, owner, claimed_at, ended_at, number, outcome, error)
  -- The row before this statement, which doesn't see its own changes.
  SELECT m.id, m.owner, (SELECT coalesce(b.last_action, b.created_at) FROM baton_task b WHERE b.id = m.id AND m.owner IS NOT NULL),
    {now}, m.attempts, m.outcome, m.error
  FROM moved m WHERE m.error IS NOT NULL
)
SELECT id FROM moved

-- name: finish
-- The hot path: tasks that leave no trace. Keys and attempts are searched only if the row says that
-- there may be some. A key without a hold time is freed even if the task's creation time is in the
-- future because the clock was set back.
WITH gone AS (
  DELETE FROM baton_task t
  USING unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[]) AS q(id, version, status, owner, time_is_up){skipIfAsked}
  WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
    AND (NOT q.time_is_up OR t.next_event_at <= {now})
    AND (NOT t.awaited OR ?)
  RETURNING t.id, t.keyed, t.created_at, t.version > 2 OR t.attempts > 1 OR t.losses > 0 OR t.last_outcome > 0 AS tried
), prolonged AS (
  UPDATE baton_key k SET expires_at = gone.created_at + k.hold_micros * interval '1 microsecond'
  FROM gone WHERE gone.keyed AND k.task_id = gone.id
    AND k.hold_micros > 0 AND gone.created_at + k.hold_micros * interval '1 microsecond' > {now}
), freed AS (
  DELETE FROM baton_key k USING gone
  WHERE gone.keyed AND k.task_id = gone.id
    AND (k.hold_micros = 0 OR gone.created_at + k.hold_micros * interval '1 microsecond' <= {now})
), forgotten AS (
  DELETE FROM baton_attempt a USING gone WHERE gone.tried AND a.task_id = gone.id
)
SELECT id FROM gone

-- name: finish-plain
-- The hottest path: tasks that leave no trace and have nothing but their row. The statement finish
-- removes everything else, but takes the planner four times as long.
DELETE FROM baton_task t
USING unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[]) AS q(id, version, status, owner, time_is_up){skipIfAsked}
WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
  AND (NOT q.time_is_up OR t.next_event_at <= {now})
  AND NOT t.awaited AND NOT t.keyed AND t.version <= 2 AND t.attempts <= 1 AND t.losses = 0 AND t.last_outcome = 0
RETURNING t.id

-- name: finish-alike
-- Like finish-plain, for tasks with a common guard, as most tasks of one claim have. An array of
-- ids is read along the index, while a join seeks each id separately. Up to its second version
-- (added, claimed) a task has no earlier attempts, so the statement neither searches nor plans for
-- them.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status = ? AND b.owner = ?
    AND NOT b.awaited AND NOT b.keyed AND b.attempts <= 1 AND b.losses = 0 AND b.last_outcome = 0
    AND (? <= 2 OR NOT EXISTS (SELECT FROM baton_attempt a WHERE a.task_id = b.id))
  FOR UPDATE SKIP LOCKED
)
DELETE FROM baton_task t WHERE t.id = ANY (ARRAY(SELECT id FROM free)){replan}
RETURNING t.id

-- name: finish-kept
WITH gone AS (
  DELETE FROM baton_task t
  USING unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::uuid[], ?::boolean[], ?::text[], ?::smallint[], ?::bytea[], ?::bigint[])
    AS q(id, version, status, owner, time_is_up, error, to_status, result, keep){skipIfAsked}
  WHERE t.id = q.id AND t.version = q.version AND t.status = q.status AND t.owner IS NOT DISTINCT FROM q.owner
    AND (NOT q.time_is_up OR t.next_event_at <= {now})
    AND (NOT t.awaited OR ?)
  RETURNING t.*, q.error, q.to_status, q.result, {now} + q.keep * interval '1 microsecond' AS keep_until
), kept AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts,
    losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, error, result, payload)
  SELECT id, owner, parent_id, correlation_id, version + 1, created_at, {now}, keep_until,
    CASE WHEN owner IS NOT NULL THEN coalesce(last_action, created_at) END, attempts, losses, to_status,
    priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, error, result,
    {keptPayload}
  FROM gone
), failed AS (
  INSERT INTO baton_attempt (task_id, owner, claimed_at, ended_at, number, outcome, error)
  SELECT id, owner, CASE WHEN owner IS NOT NULL THEN coalesce(last_action, created_at) END, {now}, attempts,
    CASE to_status WHEN 6 THEN 2 ELSE 0 END, error
  FROM gone WHERE error IS NOT NULL
), remembered AS (
  INSERT INTO baton_finished_key (task_id, hold_micros, kind, while_kept, type, text)
  SELECT k.task_id, k.hold_micros, k.kind, k.while_kept, k.type, k.text FROM gone JOIN baton_key k ON k.task_id = gone.id
  WHERE gone.keyed
), prolonged AS (
  UPDATE baton_key k
  SET expires_at = greatest(gone.created_at + k.hold_micros * interval '1 microsecond',
    CASE WHEN k.while_kept THEN gone.keep_until END)
  FROM gone WHERE gone.keyed AND k.task_id = gone.id
    AND (k.while_kept OR (k.hold_micros > 0 AND gone.created_at + k.hold_micros * interval '1 microsecond' > {now}))
), freed AS (
  DELETE FROM baton_key k USING gone
  WHERE gone.keyed AND k.task_id = gone.id
    AND NOT (k.while_kept OR (k.hold_micros > 0 AND gone.created_at + k.hold_micros * interval '1 microsecond' > {now}))
)
SELECT id FROM gone

-- name: finish-kept-alike
-- Like finish-alike, for kept tasks that all ended the same way, without a result or an error.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status = ? AND b.owner = ?
    AND NOT b.awaited AND NOT b.keyed
  FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM baton_task t WHERE t.id = ANY (ARRAY(SELECT id FROM free))
  RETURNING t.*
), kept AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts,
    losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, payload)
  SELECT id, owner, parent_id, correlation_id, version + 1, created_at, {now}, {now} + ? * interval '1 microsecond',
    coalesce(last_action, created_at), attempts,
    losses, ?, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, {keptPayload}
  FROM gone
)
SELECT id FROM gone

-- ==== claims

-- name: fetch
-- Conditions are in a CASE if statistics may make the planner expect almost no matches: it would
-- then read and sort the whole backlog, instead of walking along the index until there are enough.
-- Each flow is read in one or more ranges of priorities, each from a given position. Known tasks
-- aren't read again, and if an old snapshot keeps dead rows in the index, the ranges begin behind
-- them. The ranges of a flow are in the order of priorities and are read one after the other, so a
-- flow with enough tasks in the first range costs no more. A flow refers to its ranges by number,
-- since with many flows a search among all ranges would cost more than reading them.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM (SELECT ?::smallint[] AS first, ?::smallint[] AS last, ?::timestamptz[] AS since, ?::uuid[] AS id) ranges
CROSS JOIN unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[]) AS q(place, type, flow_key, begins, ends)
CROSS JOIN LATERAL (
  SELECT t.* FROM generate_series(q.begins, q.ends) AS r(number)
  CROSS JOIN LATERAL (
    SELECT t.id, t.version, t.priority, t.run_at FROM baton_task t
    WHERE t.status = 2 AND t.bucket = ? AND t.type = q.type AND t.flow_key = q.flow_key
      AND t.priority <= ranges.last[r.number]
      AND (t.priority, t.run_at, t.id) >= (ranges.first[r.number], ranges.since[r.number], ranges.id[r.number])
    ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?) t
  LIMIT ?) t
WHERE true{replan}

-- name: fetch-share
-- Like fetch, but only one share of each flow's tasks.
SELECT q.place, t.id, t.version, t.priority, t.run_at
FROM (SELECT ?::smallint[] AS first, ?::smallint[] AS last, ?::timestamptz[] AS since, ?::uuid[] AS id) ranges
CROSS JOIN unnest(?::int[], ?::text[], ?::text[], ?::int[], ?::int[], ?::int[], ?::int[])
  AS q(place, type, flow_key, begins, ends, part, parts)
CROSS JOIN LATERAL (
  SELECT t.* FROM generate_series(q.begins, q.ends) AS r(number)
  CROSS JOIN LATERAL (
    SELECT t.id, t.version, t.priority, t.run_at FROM baton_task t
    WHERE t.status = 2 AND t.bucket = ? AND t.type = q.type AND t.flow_key = q.flow_key
      AND t.priority <= ranges.last[r.number]
      AND (t.priority, t.run_at, t.id) >= (ranges.first[r.number], ranges.since[r.number], ranges.id[r.number])
      AND CASE WHEN {share} THEN true END
    ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?) t
  LIMIT ?) t
WHERE true{replan}

-- name: scan
-- A range of the index: the tasks of short flows are next to each other.
SELECT {candidate} FROM (
  SELECT * FROM baton_task t
  WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key, t.priority) > (?, ?, ?)
  ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT ?) t
WHERE true{replan}

-- name: first-of-each-flow
-- A loose index scan: one seek per flow and priority, however many tasks follow.
WITH RECURSIVE head AS (
  (SELECT {candidate}, 1 AS place FROM baton_task t
   WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key, t.priority) > (?, ?, ?)
   ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT 1)
  UNION ALL
  SELECT next.*, head.place + 1
  FROM head CROSS JOIN LATERAL (
    SELECT {candidate} FROM baton_task t
    WHERE t.status = 2 AND t.bucket = ? AND (t.type, t.flow_key, t.priority) > (head.type, head.flow_key, head.priority)
    ORDER BY t.bucket, t.type, t.flow_key, t.priority, t.run_at, t.id LIMIT 1) next
  WHERE head.place < ?
)
SELECT id, version, bucket, type, flow_key, priority, run_at FROM head ORDER BY place

-- name: claim
-- Skips rows that other transactions have locked, so that no claim waits for a caller's
-- transaction. Each row is first locked and checked, then written, so a concurrent change that was
-- rolled back has no effect. Rows are addressed by primary key, in the order of ids (the arrays are
-- sorted). The status comes from an array too: as a literal it would make the planner use the
-- partial index of ready tasks, with all its dead rows.
WITH free AS MATERIALIZED (
  SELECT t.id, q.loss_limit
  FROM unnest(?::uuid[], ?::bigint[], ?::smallint[], ?::int[]) AS q(id, version, status, loss_limit)
  CROSS JOIN LATERAL (
    SELECT b.id FROM baton_task b WHERE b.id = q.id AND b.version = q.version AND b.status = q.status AND b.owner IS NULL
    FOR NO KEY UPDATE SKIP LOCKED) t
)
UPDATE baton_task t
SET status = 3, version = t.version + 1, owner = ?, next_event_at = {now} + ? * interval '1 microsecond',
  attempts = t.attempts + 1, loss_limit = free.loss_limit, last_action = {now}
FROM free WHERE t.id = free.id{replan}
RETURNING {claimed}

-- name: claim-alike
-- Like claim, for tasks with the same version and loss limit, which holds for a single task and
-- most tasks of a backlog. An array of ids is read along the index, while a join seeks each id
-- separately. The status is in an expression, so that no index on it is preferred to the primary
-- key.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status + 0 = ? AND b.owner IS NULL
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE baton_task t
SET status = 3, version = t.version + 1, owner = ?, next_event_at = {now} + ? * interval '1 microsecond',
  attempts = t.attempts + 1, loss_limit = ?, last_action = {now}
WHERE t.id = ANY (ARRAY(SELECT id FROM free)){replan}
RETURNING {claimed}

-- name: confirm
SELECT t.id FROM unnest(?::uuid[], ?::bigint[], ?::uuid[]) AS q(id, version, owner)
JOIN baton_task t ON t.id = q.id AND t.version = q.version AND t.owner = q.owner

-- name: held-by
-- Searches the running tasks, which are one range of the alarm index, so that no index on owner is
-- needed. Materialized, since the order by id could make the planner walk the whole primary key.
WITH held AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.status = 3 AND b.next_event_at IS NOT NULL AND b.owner BETWEEN ? AND ? AND b.id > ?
)
SELECT {outline} FROM (SELECT id FROM held ORDER BY id LIMIT ?) first JOIN baton_task t ON t.id = first.id ORDER BY t.id

-- name: renew
UPDATE baton_task t SET next_event_at = {now} + ? * interval '1 microsecond'
FROM unnest(?::uuid[], ?::bigint[], ?::uuid[]) AS q(id, version, owner){skipIfAsked}
WHERE t.id = q.id AND t.version = q.version AND t.owner = q.owner
RETURNING t.id

-- name: due
WITH ripe AS MATERIALIZED (
  SELECT b.id FROM baton_task b WHERE b.status = 1 AND b.next_event_at >= {time} AND b.next_event_at <= {now}
  ORDER BY b.status, b.next_event_at LIMIT ? FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE baton_task t
SET status = 2, version = t.version + 1, next_event_at = {now} + ? * interval '1 microsecond', last_action = {now}
FROM ripe WHERE t.id = ripe.id
RETURNING {candidate}

-- name: unreadable
-- Rows that no other search finds, because other software wrote them. They are in the index of
-- alarms; those without a time are in a separate index.
(SELECT {outline} FROM baton_task t WHERE t.status IN (1, 2, 3) AND t.next_event_at IN ('-infinity', 'infinity') LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.status IN (1, 3) AND t.next_event_at IS NULL LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.next_event_at IS NOT NULL AND t.status < 0 ORDER BY t.status, t.next_event_at LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.next_event_at IS NOT NULL AND t.status > 4 ORDER BY t.status, t.next_event_at LIMIT ?)

-- ==== finished

-- name: read-finished
SELECT {finished} FROM (SELECT DISTINCT unnest(ARRAY[{ids}]::uuid[]) AS id) q CROSS JOIN LATERAL (
  SELECT {finished} FROM baton_finished f WHERE f.id = q.id
  UNION ALL
  SELECT {finished} FROM baton_shared_task f WHERE {sharedRowOfQ}) f

-- name: read-ended
SELECT f.id, f.status FROM (SELECT DISTINCT unnest(ARRAY[{ids}]::uuid[]) AS id) q CROSS JOIN LATERAL (
  SELECT f.id, f.status FROM baton_finished f WHERE f.id = q.id
  UNION ALL
  SELECT f.id, f.status FROM baton_shared_task f WHERE {sharedRowOfQ}) f
ORDER BY f.id

-- name: prune
-- The attempts of a task are removed with its finished row. If it has no finished row, they were
-- removed with the task.
WITH old AS MATERIALIZED (
  SELECT f.id FROM baton_finished f WHERE f.keep_until <= {now} ORDER BY f.keep_until LIMIT ? FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM baton_finished f USING old WHERE f.id = old.id RETURNING f.id, f.keyed
), forgotten AS (
  DELETE FROM baton_attempt a USING gone WHERE a.task_id = gone.id
), unkeyed AS (
  DELETE FROM baton_finished_key k USING gone WHERE gone.keyed AND k.task_id = gone.id
), expired AS MATERIALIZED (
  -- An id isn't free before its finished row is removed. The condition is in this query, since such
  -- ids would fill the page otherwise.
  SELECT k.kind, k.type, k.text FROM baton_key k WHERE k.expires_at <= {now}
    AND (k.kind <> 0 OR k.task_id IN (SELECT id FROM old)
      OR NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = k.task_id))
  ORDER BY k.expires_at LIMIT ? FOR UPDATE SKIP LOCKED
), freed AS (
  DELETE FROM baton_key k USING expired e WHERE k.kind = e.kind AND k.type = e.type AND k.text = e.text
)
SELECT count(*) FROM gone

-- ==== keys

-- name: insert-keys
-- Waits for an open transaction that has or frees one of the keys, but locks no taken key: the end
-- of the task that has it must not wait for this caller. The keys are sorted.
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at)
SELECT q.kind, q.type, q.text, q.task_id, q.hold_micros, q.while_kept, NULL
FROM unnest(?::smallint[], ?::text[], ?::text[], ?::uuid[], ?::bigint[], ?::boolean[])
  AS q(kind, type, text, task_id, hold_micros, while_kept)
ON CONFLICT (kind, type, text) DO NOTHING
RETURNING kind, type, text

-- ==== attempts

-- name: attempts
-- Like the common attempts; a DONE task may share its row with others.
SELECT a.number, a.owner, a.claimed_at, a.ended_at, a.outcome, a.error FROM (
  SELECT h.number, h.owner, h.claimed_at, h.ended_at, h.outcome, h.error FROM baton_attempt h WHERE h.task_id = ?
  UNION ALL
  SELECT e.attempts, e.owner, e.claimed_at, e.finished_at, 1, '' FROM (SELECT ?::uuid AS id) q CROSS JOIN LATERAL (
    SELECT f.attempts, f.owner, f.claimed_at, f.finished_at, f.status FROM baton_finished f WHERE f.id = q.id
    UNION ALL
    SELECT f.attempts, f.owner, f.claimed_at, f.finished_at, f.status FROM baton_shared_task f WHERE {sharedRowOfQ}) e
  WHERE e.status = 5) a
ORDER BY a.ended_at DESC, a.number DESC LIMIT ?

-- ==== notes

-- name: keep-note
-- Replaces the same note, which may belong to an earlier task with this id. The time is never
-- before the task was added, even after the clock was set back, since the note would not be read
-- otherwise.
INSERT INTO baton_note (task_id, noted_at, kind, name, content)
VALUES (?, GREATEST({now}, (SELECT t.created_at FROM baton_task t WHERE t.id = ?)), ?, ?, ?)
ON CONFLICT (task_id, kind, name) DO UPDATE SET noted_at = EXCLUDED.noted_at, content = EXCLUDED.content

-- name: noted-tasks
-- Like the common noted-tasks, including tasks that share rows.
SELECT q.id, NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = q.id)
    AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = q.id AND {keepsNotes})
    AND NOT EXISTS (SELECT 1 FROM baton_shared_task f WHERE {sharedRowOfQ})
FROM (SELECT DISTINCT n.task_id AS id FROM baton_note n WHERE n.task_id > ? ORDER BY n.task_id LIMIT ?) q ORDER BY q.id

-- name: delete-stale-notes
-- Like the common delete-stale-notes, including tasks that share rows.
DELETE FROM baton_note n USING (SELECT ?::uuid AS id) q WHERE n.task_id = q.id AND n.noted_at <= {ago}
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = q.id)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = q.id AND {keepsNotes})
  AND NOT EXISTS (SELECT 1 FROM baton_shared_task f WHERE {sharedRowOfQ})

-- ==== waits

-- name: insert-waits
INSERT INTO baton_wait (on_id, waiter_id, must_done, is_turn)
SELECT q.on_id, q.waiter_id, q.must_done, q.is_turn
FROM unnest(?::uuid[], ?::uuid[], ?::boolean[], ?::boolean[]) AS q(on_id, waiter_id, must_done, is_turn)

-- name: wait-roots
-- The limits keep the planner from reading all waits for each task of the chain.
WITH RECURSIVE chain (id, depth) AS (
  SELECT w.on_id, 1 FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.waiter_id = ? AND w.ended IS NULL AND v.standing IN (0, 3)
  UNION
  SELECT n.on_id, c.depth + 1 FROM chain c CROSS JOIN LATERAL (
    SELECT w.on_id FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
    WHERE w.waiter_id = c.id AND w.ended IS NULL AND v.standing IN (0, 3) LIMIT 10000) n
  WHERE c.depth < ?
)
SELECT DISTINCT found.id, found.is_root FROM (
  SELECT c.id, c.depth, CASE WHEN n.more IS NULL THEN 1 ELSE 0 END AS is_root
  FROM chain c LEFT JOIN LATERAL (
    SELECT 1 AS more FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
    WHERE w.waiter_id = c.id AND w.ended IS NULL AND v.standing IN (0, 3) LIMIT 1) n ON TRUE
) found WHERE found.is_root = 1 OR found.depth = ? ORDER BY found.is_root DESC, found.id LIMIT ?

-- name: behind
WITH RECURSIVE chain (root, id, depth) AS (
  SELECT w.on_id, w.waiter_id, 1 FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
  WHERE w.on_id IN ({ids}) AND w.ended IS NULL AND v.standing <> 2
  UNION
  SELECT c.root, n.waiter_id, c.depth + 1 FROM chain c CROSS JOIN LATERAL (
    SELECT w.waiter_id FROM baton_wait w JOIN baton_waiter v ON v.task_id = w.waiter_id
    WHERE w.on_id = c.id AND w.ended IS NULL AND v.standing <> 2 LIMIT 10000) n
  WHERE c.depth < 900
)
SELECT DISTINCT c.root, c.id FROM chain c CROSS JOIN LATERAL (
  SELECT 1 FROM baton_task t WHERE t.id = c.id LIMIT 1) live LIMIT 10000

-- ==== orders

-- name: enter-order
-- Puts a task at the end of its order. Transactions that add to the order wait here for each other
-- until they commit.
INSERT INTO baton_order (name, last_id) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET before_id = baton_order.last_id, last_id = EXCLUDED.last_id

-- ==== limits

-- name: add-limit
INSERT INTO baton_limit (name, idle_after) VALUES (?, {when}) ON CONFLICT (name) DO NOTHING

-- ==== schedules

-- name: insert-schedule
-- Not a plain insert, since a refused duplicate would abort the transaction.
INSERT INTO baton_schedule (name, timing, missed, overlap, jitter_micros, type, sub_type, bucket, flow_key, priority, state, context, traits, payload,
  paused, next_tick, due_at, last_tick, last_task, runs, skips, declared, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  {time}, {time}, {time}, ?, ?, ?, ?, 1)
ON CONFLICT DO NOTHING

-- ==== nodes

-- name: beat
INSERT INTO baton_node AS n (id, name, version, role, lease_micros, types, buckets, limits, warnings, started_at, heard_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, {now}, {now})
ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, role = excluded.role, lease_micros = excluded.lease_micros,
  types = excluded.types, buckets = excluded.buckets, limits = excluded.limits, warnings = excluded.warnings, heard_at = excluded.heard_at,
  left_at = NULL

-- name: renew-leader
INSERT INTO baton_leader AS l (node, lead_until, duty) VALUES (?, {when}, ?)
ON CONFLICT (duty) DO UPDATE SET node = excluded.node, lead_until = excluded.lead_until
WHERE l.node = ? OR l.lead_until <= {now} OR l.lead_until > {when}

-- ==== labels

-- name: insert-labels
-- Labels of tasks that this transaction has added.
INSERT INTO baton_label (task_id, added_at, name, text)
SELECT t.id, t.created_at, q.name, q.text
FROM unnest(?::uuid[], ?::text[], ?::text[]) AS q(id, name, text) JOIN baton_task t ON t.id = q.id

-- name: left-labels
-- Like the common left-labels, including tasks that share rows.
SELECT q.id, q.added_at,
  NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = q.id AND t.created_at = q.added_at)
    AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = q.id AND f.created_at = q.added_at)
    AND NOT EXISTS (SELECT 1 FROM baton_shared_task f WHERE {sharedRowOfQ} AND f.created_at = q.added_at)
FROM (
  SELECT DISTINCT l.task_id AS id, l.added_at FROM baton_label l WHERE l.task_id >= ? ORDER BY l.task_id, l.added_at LIMIT ?
) q ORDER BY q.id, q.added_at

-- ==== overrides

-- name: insert-override
-- Not a plain insert, since PostgreSQL logs each refused duplicate as an error.
INSERT INTO baton_override (kind, name, numbers, set_by, reason, set_at) VALUES (?, ?, ?, ?, ?, {now})
ON CONFLICT DO NOTHING

-- name: pause
-- Not a plain insert, since PostgreSQL logs each refused duplicate as an error.
INSERT INTO baton_pause (scope, bucket, type, flow_key, reason, since) VALUES (?, ?, ?, ?, ?, {now})
ON CONFLICT DO NOTHING

-- ==== search

-- name: search-all
-- Finds all matches without regard to their order, so that the planner prefers an index that leads
-- to them to one that has the order. Reads only ids, which some indexes have together with all
-- conditions.
SELECT {outline} FROM baton_task t WHERE t.id IN (
  SELECT a.id FROM (SELECT t.id FROM baton_task t WHERE {filter} OFFSET 0) a ORDER BY a.id {order} LIMIT ?
) ORDER BY t.id {order}

-- name: count-live
-- Ten thousand separate groups, those in ERROR first and then the largest, and the others together,
-- by status. Each part comes from an index with no other rows; table rows are read only for running
-- tasks, which are few.
SELECT o.bucket, o.type, o.status, SUM(o.tasks), MIN(o.since) FROM (
  SELECT CASE WHEN p.place <= 10000 THEN p.bucket ELSE '(others)' END AS bucket,
    CASE WHEN p.place <= 10000 THEN p.type ELSE '(others)' END AS type, p.status, p.tasks, p.since
  FROM (
    SELECT g.bucket, g.type, g.status, g.tasks, g.since,
      ROW_NUMBER() OVER (ORDER BY CASE WHEN g.status = 4 THEN 0 ELSE 1 END, g.tasks DESC, g.bucket, g.type, g.status) AS place
    FROM (
      SELECT bucket, type, status, count(*) AS tasks, NULL::timestamptz AS since FROM baton_task WHERE status IN (0, 1, 4) GROUP BY bucket, type, status
      UNION ALL
      SELECT bucket, type, 2::smallint, count(*), min(greatest(run_at, last_change)) FROM baton_task WHERE status = 2 GROUP BY bucket, type
      UNION ALL
      SELECT bucket, type, 3::smallint, count(*), NULL::timestamptz FROM baton_task WHERE status = 3 AND next_event_at IS NOT NULL GROUP BY bucket, type
    ) g) p) o
GROUP BY o.bucket, o.type, o.status LIMIT ?

-- name: live-places
-- The statuses, buckets and types of live tasks: one seek for each in the indexes that begin with
-- them, however many tasks they have. Rows are read for running tasks, which are few.
WITH RECURSIVE ready AS (
  (SELECT bucket, type FROM baton_task WHERE status = 2 ORDER BY bucket, type LIMIT 1)
  UNION ALL
  SELECT n.bucket, n.type FROM ready r CROSS JOIN LATERAL (
    SELECT t.bucket, t.type FROM baton_task t WHERE t.status = 2 AND (t.bucket, t.type) > (r.bucket, r.type)
    ORDER BY t.bucket, t.type LIMIT 1) n
), resting AS (
  (SELECT bucket, type, status FROM baton_task WHERE status IN (0, 1, 4) ORDER BY bucket, type, status LIMIT 1)
  UNION ALL
  SELECT n.bucket, n.type, n.status FROM resting r CROSS JOIN LATERAL (
    SELECT t.bucket, t.type, t.status FROM baton_task t
    WHERE t.status IN (0, 1, 4) AND (t.bucket, t.type, t.status) > (r.bucket, r.type, r.status)
    ORDER BY t.bucket, t.type, t.status LIMIT 1) n
)
SELECT 3 AS status, t.bucket, t.type FROM baton_task t WHERE t.status = 3 AND t.next_event_at IS NOT NULL GROUP BY t.bucket, t.type
UNION ALL SELECT status, bucket, type FROM resting
UNION ALL SELECT 2, bucket, type FROM ready LIMIT ?

-- name: overdue
(SELECT {outline} FROM baton_task t WHERE t.status = 3 AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.status = 2 AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?)
LIMIT ?

-- ==== incidents

-- name: open-incident
-- Not a plain insert, since PostgreSQL logs each refused duplicate as an error.
INSERT INTO baton_incident (notice, reason, tasks, opened_at, noticed_at, calm_since, returns, heard, kind, name, id, version)
VALUES (?, ?, ?, {time}, {time}, {time}, ?, ?, ?, ?, ?, 1)
ON CONFLICT DO NOTHING

-- ==== audit

-- name: prune-audit
DELETE FROM baton_audit WHERE (written_at, id) IN (
  SELECT a.written_at, a.id FROM baton_audit a WHERE a.written_at <= {ago} ORDER BY a.written_at LIMIT ?)

-- ==== statistics

-- name: keep-statistics
-- Has everything that the source knows about the minute, so writing it twice does no harm.
INSERT INTO baton_statistic (
  minute_no, bucket, type, source, added, started, done, failed, errors, retried, lost, w01, w02, w03, w04,
  w05, w06, w07, w08, w09, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19, r01, r02, r03, r04, r05, r06,
  r07, r08, r09, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (minute_no, bucket, type, source) DO UPDATE SET
  added = excluded.added, started = excluded.started, done = excluded.done, failed = excluded.failed,
  errors = excluded.errors, retried = excluded.retried, lost = excluded.lost, w01 = excluded.w01,
  w02 = excluded.w02, w03 = excluded.w03, w04 = excluded.w04, w05 = excluded.w05, w06 = excluded.w06,
  w07 = excluded.w07, w08 = excluded.w08, w09 = excluded.w09, w10 = excluded.w10, w11 = excluded.w11,
  w12 = excluded.w12, w13 = excluded.w13, w14 = excluded.w14, w15 = excluded.w15, w16 = excluded.w16,
  w17 = excluded.w17, w18 = excluded.w18, w19 = excluded.w19, r01 = excluded.r01, r02 = excluded.r02,
  r03 = excluded.r03, r04 = excluded.r04, r05 = excluded.r05, r06 = excluded.r06, r07 = excluded.r07,
  r08 = excluded.r08, r09 = excluded.r09, r10 = excluded.r10, r11 = excluded.r11, r12 = excluded.r12,
  r13 = excluded.r13, r14 = excluded.r14, r15 = excluded.r15, r16 = excluded.r16, r17 = excluded.r17,
  r18 = excluded.r18, r19 = excluded.r19

-- name: prune-statistics
DELETE FROM baton_statistic WHERE (minute_no, bucket, type, source) IN (
  SELECT f.minute_no, f.bucket, f.type, f.source FROM baton_statistic f WHERE f.minute_no < ? ORDER BY f.minute_no LIMIT ?)

-- ==== shared

-- name: shared-finish
-- Like finish-kept-alike, for so many tasks that they share rows of baton_shared_row. Small tasks
-- without history share rows, by type and by the four seconds in which they were added (the first
-- 36 bits of an id); the others get a row each. A database's own collation may put "aa" behind "f",
-- while ids have another order.
WITH free AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.id = ANY (?::uuid[]) AND b.version = ? AND b.status = ? AND b.owner = ?
    AND NOT b.awaited AND NOT b.keyed
  FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM baton_task t WHERE t.id = ANY (ARRAY(SELECT id FROM free))
  RETURNING t.*
), ended AS (
  SELECT {now} + ? * interval '1 microsecond' AS keep_until, ?::smallint AS status
), batch AS (
  SELECT owner, version, last_action AS claimed_at, attempts, bucket, type, min(id::text COLLATE "C")::uuid AS first_id, max(id::text COLLATE "C")::uuid AS last_id,
    correlation_id IS NOT NULL AS own_chain, count(*) AS tasks, array_agg(id) AS ids,
    array_agg(created_at) AS created_at, array_agg(priority) AS priority, array_agg(flow_key) AS flow_key,
    array_agg(state) AS state, array_agg(sub_type) AS sub_type, array_agg(context) AS context, array_agg(traits) AS traits, array_agg({keptPayload}) AS payload
  FROM gone
  WHERE parent_id IS NULL AND coalesce(correlation_id, id) = id AND attempts <= 1 AND losses = 0 AND last_outcome = 0
    AND (version <= 2 OR NOT EXISTS (SELECT FROM baton_attempt a WHERE a.task_id = gone.id))
    AND coalesce(octet_length(payload), 0) <= 2000 AND coalesce(octet_length(context), 0) <= 2000
    AND coalesce(octet_length(traits), 0) <= 2000
  GROUP BY owner, version, last_action, attempts, bucket, type, correlation_id IS NOT NULL, left(id::text, 10)
  HAVING count(*) >= ?
), batched AS (
  INSERT INTO baton_shared_row (id, last_id, owner, version, finished_at, keep_until, claimed_at, tasks, attempts, status,
    own_chain, bucket, type, ids, created_at, priority, flow_key, state, sub_type, context, traits, payload)
  SELECT first_id, last_id, owner, version + 1, {now}, keep_until, claimed_at, tasks, attempts, status,
    own_chain, bucket, type, ids, created_at, priority, flow_key, state, sub_type, context, traits, payload
  FROM batch, ended
), kept AS (
  INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts,
    losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, payload)
  SELECT id, owner, parent_id, correlation_id, version + 1, created_at, {now}, keep_until, coalesce(last_action, created_at), attempts,
    losses, ended.status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits,
    {keptPayload}
  FROM gone, ended WHERE id NOT IN (SELECT unnest(ids) FROM batch)
)
SELECT id FROM gone

-- name: shared-lock-unlocked
SELECT b.id FROM baton_shared_row b, (SELECT ?::uuid AS id) q
WHERE b.id {near} AND b.last_id >= q.id AND q.id = ANY (b.ids) FOR UPDATE OF b SKIP LOCKED

-- name: shared-separate
-- Gives each task that shares this task's row its own row, so that this task can be changed.
WITH batch AS (
  DELETE FROM baton_shared_row b USING (SELECT ?::uuid AS id) q
  WHERE b.id {near} AND b.last_id >= q.id AND q.id = ANY (b.ids)
  RETURNING b.*
)
INSERT INTO baton_finished (id, owner, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts, losses, status,
  priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, payload)
SELECT t.id, b.owner, CASE WHEN b.own_chain THEN t.id END, b.version, t.created_at, b.finished_at, b.keep_until,
  coalesce(b.claimed_at, t.created_at), b.attempts, 0, b.status,
  t.priority, false, b.bucket, b.type, t.flow_key, t.state, t.sub_type, t.context, t.traits, t.payload
FROM batch b CROSS JOIN LATERAL
  unnest(b.ids, b.created_at, b.priority, b.flow_key, b.state, b.sub_type, b.context, b.traits, b.payload)
    AS t(id, created_at, priority, flow_key, state, sub_type, context, traits, payload)
RETURNING id

-- name: shared-prune
-- Like prune, for tasks that share a row; these have no other rows. Removes rows until they contain
-- as many tasks as requested.
WITH expired AS MATERIALIZED (
  SELECT b.id, b.tasks, b.keep_until FROM baton_shared_row b WHERE b.keep_until <= {now} ORDER BY b.keep_until LIMIT ?
), old AS MATERIALIZED (
  SELECT b.id FROM baton_shared_row b
    JOIN (SELECT id, sum(tasks) OVER (ORDER BY keep_until, id) - tasks AS earlier FROM expired) s ON s.id = b.id
  WHERE s.earlier < ? FOR UPDATE OF b SKIP LOCKED
), gone AS (
  DELETE FROM baton_shared_row b USING old WHERE b.id = old.id RETURNING b.tasks
)
SELECT coalesce(sum(tasks), 0) FROM gone

-- name: shared-search
SELECT {finishedOutline} FROM baton_shared_task f WHERE {begin} AND {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT ?

-- name: shared-ids-between
-- Reads from the rows of the four seconds of the first id, and only until enough are found.
SELECT u.id FROM (SELECT ?::uuid AS first, ?::uuid AS last) q
  JOIN baton_shared_row b ON b.id BETWEEN (left(q.first::text, 10) || '000-0000-0000-000000000000')::uuid AND q.last
    AND b.last_id >= q.first
  CROSS JOIN LATERAL unnest(b.ids) AS u(id) WHERE u.id BETWEEN q.first AND q.last LIMIT ?

-- name: shared-window
-- When the next of the rows that finished tasks share had ended; reads only an index.
SELECT f.finished_at FROM baton_shared_row f WHERE {filter} ORDER BY f.finished_at {order} LIMIT 1 OFFSET ?

-- name: shared-count-few
-- Like count-few-finished, for tasks that share rows.
SELECT COALESCE(SUM(few.tasks), 0) FROM (SELECT f.tasks FROM baton_shared_row f WHERE {filter} LIMIT ?) few
