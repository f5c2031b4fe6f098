INSERT INTO baton_finished_key (task_id, hold_micros, kind, while_kept, type, text)
SELECT k.task_id, k.hold_micros, k.kind, k.while_kept, k.type, k.text FROM baton_key k {byTask} WHERE k.task_id IN ({ids})
