-- name: insert-progress
INSERT INTO baton_note (task_id, noted_at, kind, name, content) VALUES (?, {now}, 1, '', ?)

-- name: update-progress
UPDATE baton_note SET noted_at = {now}, content = ? WHERE task_id = ? AND kind = 1 AND name = ''

-- name: read-progress
-- Excludes notes of an earlier task with the same id.
SELECT n.content, n.noted_at FROM baton_note n WHERE n.task_id = ? AND n.kind = 1 AND n.name = ''
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at)

-- name: read-result
-- Excludes notes of an earlier task with the same id.
SELECT n.content FROM baton_note n WHERE n.task_id = ? AND n.kind = 2 AND n.name = ''
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at)

-- name: read-steps
-- Excludes notes of an earlier task with the same id.
SELECT n.name, n.content, n.noted_at FROM baton_note n WHERE n.task_id = ? AND n.kind = 0
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at) ORDER BY n.name

-- name: read-step-heads
-- Like read-steps, with only the first bytes of the contents. Of a step with children, these are their ids.
SELECT n.name, SUBSTRING(n.content, 1, CASE WHEN SUBSTRING(n.content, 1, 1) IN (?, ?) THEN 40000 ELSE 64 END), n.noted_at
FROM baton_note n WHERE n.task_id = ? AND n.kind = 0
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at) ORDER BY n.name

-- name: read-signals
-- Excludes notes of an earlier task with the same id.
SELECT n.kind, n.name, n.content FROM baton_note n WHERE n.task_id = ? AND n.kind IN (3, 4)
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at)

-- name: read-signal-heads
-- Like read-signals, with only the contents of waits.
SELECT n.kind, n.name, SUBSTRING(n.content, 1, CASE WHEN n.kind = 4 THEN 13 ELSE 0 END)
FROM baton_note n WHERE n.task_id = ? AND n.kind IN (3, 4)
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = n.task_id AND t.created_at > n.noted_at)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = n.task_id AND f.created_at > n.noted_at)

-- name: delete-note
DELETE FROM baton_note WHERE task_id = ? AND kind = ? AND name = ?

-- name: delete-steps-from
DELETE FROM baton_note WHERE task_id = ? AND kind = 0 AND name >= ?

-- name: delete-steps
DELETE FROM baton_note WHERE task_id = ? AND kind IN (0, 4)

-- name: delete-notes
DELETE FROM baton_note WHERE task_id = ?

-- name: noted-tasks
-- The next tasks that have or had notes, with whether their notes can go.
SELECT q.id, NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = q.id)
    AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = q.id AND {keepsNotes})
FROM (SELECT DISTINCT n.task_id AS id FROM baton_note n WHERE n.task_id > ? ORDER BY n.task_id LIMIT ?) q ORDER BY q.id

-- name: delete-stale-notes
-- Checks again: a task that was run again meanwhile needs its notes, however old they are.
DELETE FROM baton_note WHERE task_id = ? AND noted_at <= {ago}
  AND NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = baton_note.task_id)
  AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = baton_note.task_id AND {keepsNotes})
