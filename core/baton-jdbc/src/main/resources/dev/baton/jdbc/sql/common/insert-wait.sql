INSERT INTO baton_wait (on_id, waiter_id, must_done, is_turn) VALUES (?, ?, ?, ?)
