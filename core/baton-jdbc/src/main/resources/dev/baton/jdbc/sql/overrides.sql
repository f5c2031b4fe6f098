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
