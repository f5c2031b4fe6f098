-- As claim-tasks.sql.
DELETE w FROM baton_wait w FORCE INDEX (baton_wait_waiter) WHERE w.waiter_id = ?
