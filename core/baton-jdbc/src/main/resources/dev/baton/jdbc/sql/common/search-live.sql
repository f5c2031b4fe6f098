SELECT {outline} FROM baton_task t WHERE {filter} ORDER BY t.id {order} LIMIT ?
