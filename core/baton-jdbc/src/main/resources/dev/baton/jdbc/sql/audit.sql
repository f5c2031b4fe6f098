-- name: insert-audit
INSERT INTO baton_audit (id, written_at, task_id, version, actor, action, reason, detail)
VALUES (?, {now}, ?, NULLIF(?, 0), ?, ?, ?, ?)

-- name: search-audit
SELECT a.id, a.written_at, a.task_id, COALESCE(a.version, 0), a.actor, a.action, a.reason, a.detail
FROM baton_audit a WHERE {filter} ORDER BY a.written_at {order}, a.id {order} LIMIT ?
