DELETE FROM baton_task WHERE id = ? AND version = ?
