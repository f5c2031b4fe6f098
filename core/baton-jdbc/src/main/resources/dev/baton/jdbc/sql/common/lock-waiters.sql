SELECT v.task_id, v.remaining, v.standing, v.hint_micros, v.keep_micros, v.awaits_turn
FROM baton_waiter v {byId} WHERE v.task_id IN ({ids}) ORDER BY v.task_id FOR UPDATE
