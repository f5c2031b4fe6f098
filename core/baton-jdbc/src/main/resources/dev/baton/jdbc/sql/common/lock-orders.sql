SELECT o.name FROM baton_order o {byId} WHERE o.name IN ({ids}) FOR UPDATE SKIP LOCKED
