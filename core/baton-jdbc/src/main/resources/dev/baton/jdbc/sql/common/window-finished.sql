-- When the next so many finished tasks had ended: from an index alone.
SELECT f.finished_at FROM baton_finished f WHERE {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT 1 OFFSET ?
