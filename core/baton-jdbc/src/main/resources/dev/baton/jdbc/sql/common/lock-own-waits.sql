-- All that some tasks wait or waited for; in the order in which those who end these lock them.
SELECT w.waiter_id, w.on_id, w.must_done, w.ended, w.is_turn FROM baton_wait w {byWaiter} WHERE w.waiter_id IN ({ids})
ORDER BY w.on_id, w.waiter_id FOR UPDATE
