-- Among the next few in the order that is wanted: no planner knows how far away the first one is that fits.
SELECT {outline} FROM (SELECT * FROM baton_task n WHERE {begin} ORDER BY n.id {order} LIMIT 5000) t WHERE {filter} ORDER BY t.id {order} LIMIT ?
