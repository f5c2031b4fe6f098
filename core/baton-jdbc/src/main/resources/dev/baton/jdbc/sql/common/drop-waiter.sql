DELETE FROM baton_waiter WHERE task_id = ?
