-- The tasks that have a label, or had it and are gone.
SELECT DISTINCT l.task_id FROM baton_label l WHERE l.name = ? AND l.text = ? LIMIT ?
