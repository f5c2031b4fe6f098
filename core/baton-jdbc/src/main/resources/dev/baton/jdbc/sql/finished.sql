-- name: keep-tasks
-- The rows are locked and end alike. Texts that only some of them have are written to their rows
-- afterwards.
INSERT INTO baton_finished (id, owner, parent_id, correlation_id, version, created_at, finished_at, keep_until, claimed_at, attempts,
  losses, status, priority, keyed, bucket, type, flow_key, state, sub_type, context, traits, error, result, payload)
SELECT t.id, t.owner, t.parent_id, t.correlation_id, t.version + 1, t.created_at, {now}, {when},
  CASE WHEN t.owner IS NOT NULL THEN COALESCE(t.last_action, t.created_at) END, t.attempts, t.losses, ?,
  t.priority, t.keyed, t.bucket, t.type, t.flow_key, t.state, t.sub_type, t.context, t.traits, NULL, NULL, {keptPayload}
FROM baton_task t {byId} WHERE t.id IN ({ids})

-- name: keep-words
UPDATE baton_finished SET error = ?, result = ? WHERE id = ?

-- name: read-finished
SELECT {finished} FROM baton_finished f WHERE f.id IN ({ids})

-- name: read-ended
SELECT f.id, f.status FROM baton_finished f WHERE f.id IN ({ids}) ORDER BY f.id

-- name: lock-finished
SELECT f.status, f.keyed, f.payload IS NULL AND {cleared} AS cleared FROM baton_finished f WHERE f.id = ? AND f.version = ? FOR UPDATE

-- name: lock-unlocked-finished
SELECT f.keyed FROM baton_finished f {byId} WHERE f.id IN ({ids}) {skipLocked}

-- name: lock-expired-finished
SELECT f.id FROM baton_finished f WHERE f.keep_until <= {now} ORDER BY f.keep_until LIMIT ? {skipLocked}

-- name: lock-expired-ids
SELECT f.id FROM baton_finished f {byId} WHERE f.id IN ({ids}) AND f.keep_until <= {now} ORDER BY f.id {skipLocked}

-- name: delete-finished
DELETE FROM baton_finished WHERE id = ?

-- name: remove-finished
DELETE FROM baton_finished WHERE id IN ({ids})
