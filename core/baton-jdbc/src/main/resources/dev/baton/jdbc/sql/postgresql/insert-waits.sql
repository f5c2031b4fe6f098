INSERT INTO baton_wait (on_id, waiter_id, must_done, is_turn)
SELECT q.on_id, q.waiter_id, q.must_done, q.is_turn
FROM unnest(?::uuid[], ?::uuid[], ?::boolean[], ?::boolean[]) AS q(on_id, waiter_id, must_done, is_turn)
