SELECT k.task_id FROM baton_key k {byTask} WHERE k.task_id IN ({ids})
