DELETE FROM baton_wait WHERE waiter_id = ?
