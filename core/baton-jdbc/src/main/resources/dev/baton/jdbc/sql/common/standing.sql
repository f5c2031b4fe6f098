SELECT {task}, {now} FROM baton_task t WHERE t.id = ?
