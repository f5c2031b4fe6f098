UPDATE baton_task SET context = ?, payload = ? WHERE id = ?
