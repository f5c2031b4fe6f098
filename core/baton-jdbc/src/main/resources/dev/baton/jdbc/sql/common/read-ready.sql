SELECT {candidate} FROM baton_task t WHERE t.id IN ({ids}) AND t.status = 2
