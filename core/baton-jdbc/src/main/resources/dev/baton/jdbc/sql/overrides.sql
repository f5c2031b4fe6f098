-- name: overrides
SELECT o.kind, o.set_by, o.name, o.numbers, o.reason, o.set_at FROM baton_override o

-- name: insert-override
-- An existing override fails as a duplicate: the primary key decides every race.
INSERT INTO baton_override (kind, name, numbers, set_by, reason, set_at) VALUES (?, ?, ?, ?, ?, {now})

-- name: update-override
UPDATE baton_override SET numbers = ?, set_by = ?, reason = ?, set_at = {now}
WHERE kind = ? AND name = ? AND numbers = ?

-- name: delete-override
DELETE FROM baton_override WHERE kind = ? AND name = ? AND numbers = ?

-- name: pause
-- An existing pause fails as a duplicate: the primary key decides every race.
INSERT INTO baton_pause (scope, bucket, type, flow_key, reason, since) VALUES (?, ?, ?, ?, ?, {now})

-- name: pauses
SELECT p.scope, p.bucket, p.type, p.flow_key, p.reason, p.since FROM baton_pause p

-- name: resume
DELETE FROM baton_pause WHERE scope = ? AND bucket = ? AND type = ? AND flow_key = ?

-- name: switches
-- Everything that operators change and nodes obey, in one statement, since nodes read it
-- repeatedly. The scope of an override is negative: it encodes the kind. The column bucket is the
-- operator who set it, flow_key its numbers.
SELECT p.scope, p.bucket, p.type, p.flow_key, p.reason, p.since FROM baton_pause p
UNION ALL
SELECT o.kind, o.set_by, o.name, o.numbers, o.reason, o.set_at FROM baton_override o

-- name: survey
-- The same, and a row with scope 100 that says whether any node has work: a task that is ready,
-- running, due or without its time, or a schedule that ticks soon. Each search reads one entry of
-- an index, or a few if dead rows come first.
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
