UPDATE baton_waiter SET remaining = ?, standing = ? WHERE task_id = ?
