SELECT o.name FROM baton_order o WHERE o.name IN ({ids}) FOR UPDATE SKIP LOCKED
