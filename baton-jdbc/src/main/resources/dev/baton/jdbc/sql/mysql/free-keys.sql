-- By its index, whatever the table holds: a scan would wait for rows that others have locked.
DELETE k FROM baton_key k FORCE INDEX (baton_key_task) WHERE k.task_id IN ({ids}) AND k.expires_at <= {now}
