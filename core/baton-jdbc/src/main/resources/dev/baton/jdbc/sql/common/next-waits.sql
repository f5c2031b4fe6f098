-- Some waits for tasks after one, with whether it is to be told of its end yet: pruning walks over all of them.
SELECT w.on_id, CASE WHEN w.ended IS NULL THEN TRUE ELSE FALSE END FROM baton_wait w WHERE w.on_id > ?
ORDER BY w.on_id, w.waiter_id LIMIT ?
