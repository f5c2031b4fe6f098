SELECT {task} FROM baton_task t WHERE t.id = ?
