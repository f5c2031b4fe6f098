-- name: insert-label
-- A label of a task that this transaction has added.
INSERT INTO baton_label (task_id, added_at, name, text)
VALUES (?, (SELECT t.created_at FROM baton_task t WHERE t.id = ?), ?, ?)

-- name: labels
SELECT l.task_id, l.added_at, l.name, l.text FROM baton_label l WHERE l.task_id IN ({ids})

-- name: labelled
-- The tasks that have a label, and removed ones that had it.
SELECT DISTINCT l.task_id FROM baton_label l WHERE l.name = ? AND l.text = ? LIMIT ?

-- name: left-labels
-- The next tasks that have or had labels, with whether only the labels are left of them.
SELECT q.id, q.added_at,
  NOT EXISTS (SELECT 1 FROM baton_task t WHERE t.id = q.id AND t.created_at = q.added_at)
    AND NOT EXISTS (SELECT 1 FROM baton_finished f WHERE f.id = q.id AND f.created_at = q.added_at)
FROM (
  SELECT DISTINCT l.task_id AS id, l.added_at FROM baton_label l WHERE l.task_id >= ? ORDER BY l.task_id, l.added_at LIMIT ?
) q ORDER BY q.id, q.added_at

-- name: forget-labels
DELETE FROM baton_label WHERE task_id = ? AND added_at = ?
