-- Some waiters after one, with how they stand: pruning walks over all of them.
SELECT v.task_id, v.standing FROM baton_waiter v WHERE v.task_id > ? ORDER BY v.task_id LIMIT ?
