SELECT f.id FROM baton_finished f WHERE f.keep_until <= {now} ORDER BY f.keep_until LIMIT ? FOR UPDATE SKIP LOCKED
