-- When the next so many of the rows that finished tasks share had ended: from an index alone.
SELECT f.finished_at FROM baton_shared_row f WHERE {filter} ORDER BY f.finished_at {order} LIMIT 1 OFFSET ?
