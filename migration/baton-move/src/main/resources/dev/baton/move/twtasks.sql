-- Statements on TwTasks' tables, by their only index: status, next_event_time.

-- name: page
SELECT t.id, t.type, t.sub_type, t.next_event_time, t.time_created, t.processing_tries_count, t.priority, t.data
FROM {task} t WHERE t.status = ? AND t.next_event_time >= ? AND (t.next_event_time > ? OR t.id > ?)
ORDER BY t.next_event_time, t.id LIMIT ?

-- name: page-without-time
SELECT t.id, t.type, t.sub_type, t.next_event_time, t.time_created, t.processing_tries_count, t.priority, t.data
FROM {task} t WHERE t.status = ? AND t.next_event_time IS NULL AND t.id > ?
ORDER BY t.id LIMIT ?

-- name: next-status
SELECT MIN(t.status) FROM {task} t WHERE t.status > ?

-- name: is-known-status
SELECT COUNT(*) > 0 FROM {task} t
WHERE t.status = ? AND t.status IN ('NEW', 'SUBMITTED', 'WAITING', 'ERROR', 'PROCESSING', 'DONE', 'FAILED', 'CANCELLED')

-- name: has-table
SELECT to_regclass('{name}') IS NOT NULL

-- name: has-table @mysql
SELECT COUNT(*) > 0 FROM information_schema.tables t
WHERE CONCAT(t.table_schema, '.', t.table_name) = '{name}' OR (t.table_schema = DATABASE() AND t.table_name = '{name}')

-- name: sizes
SELECT d.task_id, LENGTH(d.data) FROM {data} d WHERE d.task_id IN ({items})

-- name: payloads
SELECT d.task_id, d.data_format, d.data FROM {data} d WHERE d.task_id IN ({items})

-- name: keys
SELECT u.task_id, u.key FROM {unique} u WHERE u.task_id IN ({items})

-- name: keys @mysql
SELECT u.task_id, u.`key` FROM {unique} u WHERE u.task_id IN ({items})

-- name: end
UPDATE {task} SET status = 'DONE', version = version + 1, next_event_time = ?, state_time = ?, time_updated = ?
WHERE id IN ({items})

-- name: lock-ended
SELECT t.id FROM {task} t WHERE t.id IN ({items}) AND t.status = 'DONE' ORDER BY t.id FOR UPDATE

-- name: put-back
UPDATE {task} SET status = ?, version = version + 1, next_event_time = ?, state_time = ?, time_updated = ? WHERE id = ?
