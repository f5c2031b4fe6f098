-- The fence of a note: the row stays locked until it is written.
UPDATE baton_task SET last_action = {now} WHERE id = ? AND version = ? AND owner = ?
