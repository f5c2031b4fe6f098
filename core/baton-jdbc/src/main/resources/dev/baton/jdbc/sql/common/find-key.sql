SELECT k.task_id, CASE WHEN k.expires_at <= {now} THEN 1 ELSE 0 END FROM baton_key k
WHERE k.kind = ? AND k.type = ? AND k.text = ?
