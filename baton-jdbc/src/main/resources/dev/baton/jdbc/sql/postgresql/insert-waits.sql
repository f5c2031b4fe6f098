INSERT INTO baton_wait (on_id, waiter_id, must_done)
SELECT q.on_id, q.waiter_id, q.must_done FROM unnest(?::uuid[], ?::uuid[], ?::boolean[]) AS q(on_id, waiter_id, must_done)
