SELECT k.kind, k.type, k.text, k.task_id, CASE WHEN k.expires_at <= {now} THEN 1 ELSE 0 END FROM baton_key k FORCE INDEX (PRIMARY)
WHERE (k.kind, k.type, k.text) IN ({keys})
