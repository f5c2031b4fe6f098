-- Locking: a snapshot may be older than the wait.
SELECT w.waiter_id, w.on_id, w.must_done, w.is_turn FROM baton_wait w {byId} WHERE w.on_id IN ({ids}) AND w.ended IS NULL
ORDER BY w.on_id, w.waiter_id FOR UPDATE
