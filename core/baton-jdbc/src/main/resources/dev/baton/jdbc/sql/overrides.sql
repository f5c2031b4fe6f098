-- name: overrides
SELECT o.kind, o.set_by, o.name, o.numbers, o.reason, o.set_at FROM baton_override o

-- name: insert-override
-- One that is set already fails as a duplicate: the primary key decides every race.
INSERT INTO baton_override (kind, name, numbers, set_by, reason, set_at) VALUES (?, ?, ?, ?, ?, {now})

-- name: update-override
UPDATE baton_override SET numbers = ?, set_by = ?, reason = ?, set_at = {now}
WHERE kind = ? AND name = ? AND numbers = ?

-- name: delete-override
DELETE FROM baton_override WHERE kind = ? AND name = ? AND numbers = ?

-- name: pause
-- A pause in force fails as a duplicate: the primary key decides every race.
INSERT INTO baton_pause (scope, bucket, type, flow_key, reason, since) VALUES (?, ?, ?, ?, ?, {now})

-- name: pauses
SELECT p.scope, p.bucket, p.type, p.flow_key, p.reason, p.since FROM baton_pause p

-- name: resume
DELETE FROM baton_pause WHERE scope = ? AND bucket = ? AND type = ? AND flow_key = ?

-- name: switches
-- All that nodes go by and operators change, in one statement: nodes read it again and again. The scope of an override is
-- below zero: its kind's number. bucket is who set it, flow_key its numbers.
SELECT p.scope, p.bucket, p.type, p.flow_key, p.reason, p.since FROM baton_pause p
UNION ALL
SELECT o.kind, o.set_by, o.name, o.numbers, o.reason, o.set_at FROM baton_override o
