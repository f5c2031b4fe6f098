SELECT v.task_id, v.remaining, CASE WHEN v.run_at > {now} THEN v.run_at END, v.hint_micros, v.keep_micros
FROM baton_waiter v WHERE v.task_id IN ({ids}) ORDER BY v.task_id FOR UPDATE
