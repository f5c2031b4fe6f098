SELECT t.id, t.status FROM baton_task t WHERE t.id IN ({ids})
