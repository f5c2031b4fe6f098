SELECT w.waiter_id FROM baton_wait w WHERE w.on_id = ? ORDER BY w.waiter_id LIMIT ?
