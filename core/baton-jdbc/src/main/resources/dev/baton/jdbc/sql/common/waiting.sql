SELECT v.standing FROM baton_waiter v WHERE v.task_id = ?
