UPDATE baton_task {byId} SET awaited = TRUE WHERE id IN ({ids}) AND awaited = FALSE
