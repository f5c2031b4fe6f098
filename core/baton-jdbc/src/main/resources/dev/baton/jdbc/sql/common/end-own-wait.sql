UPDATE baton_wait SET ended = ? WHERE on_id = ? AND waiter_id = ?
