-- One label of a task that this transaction has added.
INSERT INTO baton_label (task_id, added_at, name, text)
VALUES (?, (SELECT t.created_at FROM baton_task t WHERE t.id = ?), ?, ?)
