INSERT INTO baton_audit (id, written_at, task_id, version, actor, action, reason, detail)
VALUES (?, {now}, ?, NULLIF(?, 0), ?, ?, ?, ?)
