-- Where the next so many live tasks end, in the order that is wanted: from the primary key alone.
SELECT t.id FROM baton_task t WHERE {filter} ORDER BY t.id {order} LIMIT 1 OFFSET ?
