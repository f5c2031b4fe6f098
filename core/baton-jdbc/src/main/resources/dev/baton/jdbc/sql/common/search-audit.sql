SELECT a.id, a.written_at, a.task_id, COALESCE(a.version, 0), a.actor, a.action, a.reason, a.detail
FROM baton_audit a WHERE {filter} ORDER BY a.written_at {order}, a.id {order} LIMIT ?
