UPDATE baton_waiter SET remaining = ?, standing = ?, awaits_turn = ? WHERE task_id = ?
