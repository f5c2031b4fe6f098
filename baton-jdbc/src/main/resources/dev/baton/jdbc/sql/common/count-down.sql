UPDATE baton_waiter SET remaining = ? WHERE task_id = ?
