-- Statements on db-scheduler's table, by its primary key.

-- name: no-rows
SELECT * FROM {table} t WHERE 1 = 0

-- name: page
SELECT t.task_name, t.task_instance, t.task_data, t.execution_time, t.picked, t.consecutive_failures, {priority}
FROM {table} t WHERE t.picked = FALSE AND t.task_name >= ? AND (t.task_name > ? OR t.task_instance > ?)
ORDER BY t.task_name, t.task_instance LIMIT ?

-- name: page-with-running
SELECT t.task_name, t.task_instance, t.task_data, t.execution_time, t.picked, t.consecutive_failures, {priority}
FROM {table} t WHERE COALESCE(t.picked_by, '') <> 'baton-move' AND t.task_name >= ? AND (t.task_name > ? OR t.task_instance > ?)
ORDER BY t.task_name, t.task_instance LIMIT ?

-- name: end
UPDATE {table} SET picked = TRUE, picked_by = 'baton-move', last_heartbeat = NULL, version = version + 1
WHERE (task_name, task_instance) IN ({rows})

-- name: lock-ended
SELECT t.task_name, t.task_instance FROM {table} t
WHERE (t.task_name, t.task_instance) IN ({rows}) AND t.picked_by = 'baton-move' ORDER BY 1, 2 FOR UPDATE

-- name: put-back
UPDATE {table} SET picked = FALSE, picked_by = NULL, version = version + 1 WHERE (task_name, task_instance) IN ({rows})

-- name: remove
DELETE FROM {table} WHERE (task_name, task_instance) IN ({rows}) AND picked_by = 'baton-move'
