SELECT t.id, t.version, t.owner FROM baton_task t WHERE t.id IN ({ids}) AND t.owner IS NOT NULL
