-- As ../common/free-keys.sql. By its index, whatever the table holds: a scan would wait for rows that others have locked.
DELETE k FROM baton_key k FORCE INDEX (baton_key_task)
WHERE k.expires_at <= {now} AND (k.while_kept = FALSE OR ?) AND k.task_id IN ({ids})
