SELECT {finishedOutline} FROM baton_shared_task f WHERE {begin} AND {filter} ORDER BY f.finished_at {order}, f.id {order} LIMIT ?
