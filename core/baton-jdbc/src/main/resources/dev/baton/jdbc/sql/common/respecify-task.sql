UPDATE baton_task SET context = ?, traits = ?, payload = ? WHERE id = ?
