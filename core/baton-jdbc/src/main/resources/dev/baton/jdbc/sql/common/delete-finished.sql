DELETE FROM baton_finished WHERE id = ?
