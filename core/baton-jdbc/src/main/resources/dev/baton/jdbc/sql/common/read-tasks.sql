SELECT {task} FROM baton_task t WHERE t.id IN ({ids})
