DELETE FROM baton_leader WHERE duty = ? AND node = ?
