SELECT {finishedOutline} FROM baton_finished f WHERE {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT ?
