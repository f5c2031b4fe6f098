-- The fence of a note: the row stays locked until it is written.
UPDATE baton_task SET version = version WHERE id = ? AND version = ? AND owner = ?
