-- Labels of tasks that this transaction has added.
INSERT INTO baton_label (task_id, added_at, name, text)
SELECT t.id, t.created_at, q.name, q.text
FROM unnest(?::uuid[], ?::text[], ?::text[]) AS q(id, name, text) JOIN baton_task t ON t.id = q.id
