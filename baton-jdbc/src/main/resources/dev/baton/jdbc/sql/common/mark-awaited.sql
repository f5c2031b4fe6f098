UPDATE baton_task SET awaited = TRUE WHERE id IN ({ids}) AND awaited = FALSE
