-- name: find-key
SELECT k.task_id, CASE WHEN k.expires_at <= {now} THEN 1 ELSE 0 END FROM baton_key k
WHERE k.kind = ? AND k.type = ? AND k.text = ?

-- name: find-keys
SELECT k.kind, k.type, k.text, k.task_id, CASE WHEN k.expires_at <= {now} THEN 1 ELSE 0 END FROM baton_key k
WHERE (k.kind, k.type, k.text) IN ({keys})

-- name: find-key-now
SELECT k.task_id, CASE WHEN k.expires_at <= {now} THEN 1 ELSE 0 END FROM baton_key k
WHERE k.kind = ? AND k.type = ? AND k.text = ?

-- name: keys-of
SELECT k.task_id FROM baton_key k {byTask} WHERE k.task_id IN ({ids})

-- name: insert-keys
-- Fails with a duplicate key if one of them is taken: the primary key decides every race.
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at) VALUES {keyRows}

-- name: take-over-key
-- Takes an expired key, unless it was prolonged or taken meanwhile.
UPDATE baton_key SET task_id = ?, hold_micros = ?, while_kept = ?, expires_at = NULL
WHERE kind = ? AND type = ? AND text = ? AND (expires_at <= {now} OR (expires_at IS NOT NULL AND task_id = ?))

-- name: prolong-keys
-- Sets when the keys of ending tasks become free; runs while the live rows still exist.
UPDATE baton_key {byTask} SET expires_at = (SELECT CASE
    WHEN baton_key.while_kept AND {when} > {later} THEN {when} ELSE {later} END
  FROM baton_task t {byId} WHERE t.id = baton_key.task_id)
WHERE task_id IN ({ids})

-- name: free-keys
-- A key that is taken while the finished task is kept stays, even if that time is over: if the row
-- still exists, pruning frees both.
DELETE FROM baton_key WHERE expires_at <= {now} AND (while_kept = FALSE OR ?) AND task_id IN ({ids})

-- name: drop-keys
-- Most keys are taken only while their task is live. These needn't be prolonged before they are
-- freed.
DELETE FROM baton_key WHERE hold_micros = 0 AND (while_kept = FALSE OR ?) AND task_id IN ({ids})

-- name: remove-keys
DELETE FROM baton_key WHERE (kind, type, text) IN ({keys})

-- name: lock-expired-keys
-- An id isn't free before its finished row is removed. The condition is in this query, since such
-- ids would fill the page otherwise.
SELECT k.kind, k.type, k.text FROM baton_key k WHERE k.expires_at <= {now}
  AND (k.kind <> 0 OR NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = k.task_id))
ORDER BY k.expires_at LIMIT ? {skipLocked}

-- name: lock-unlocked-keys
-- Like keys-of, but skips keys locked by other transactions.
SELECT k.task_id FROM baton_key k {byTask} WHERE k.task_id IN ({ids}) {skipLocked}

-- name: lock-keys-of
-- In the order in which adds lock them.
SELECT k.task_id FROM baton_key k {byTask} WHERE k.task_id = ? ORDER BY k.kind, k.type, k.text FOR UPDATE

-- name: keep-keys
INSERT INTO baton_finished_key (task_id, hold_micros, kind, while_kept, type, text)
SELECT k.task_id, k.hold_micros, k.kind, k.while_kept, k.type, k.text FROM baton_key k {byTask} WHERE k.task_id IN ({ids})

-- name: finished-keys
SELECT k.kind, k.type, k.text, k.hold_micros, k.while_kept FROM baton_finished_key k WHERE k.task_id = ? ORDER BY k.kind, k.type, k.text

-- name: delete-finished-keys
DELETE FROM baton_finished_key WHERE task_id = ?

-- name: remove-finished-keys
DELETE FROM baton_finished_key WHERE task_id IN ({ids})
