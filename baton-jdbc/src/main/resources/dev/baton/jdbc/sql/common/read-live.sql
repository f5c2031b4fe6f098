SELECT t.id FROM baton_task t WHERE t.id IN ({ids})
