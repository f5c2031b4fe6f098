SELECT f.id FROM baton_finished f {byId} WHERE f.id IN ({ids}) AND f.keep_until <= {now} ORDER BY f.id FOR UPDATE SKIP LOCKED
