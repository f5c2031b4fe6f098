SELECT w.on_id, w.ended FROM baton_wait w WHERE w.waiter_id = ? ORDER BY w.on_id
