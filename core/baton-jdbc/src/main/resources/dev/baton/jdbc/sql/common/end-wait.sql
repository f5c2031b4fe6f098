-- Turns only where the task's own has come: the last parameter.
UPDATE baton_wait {byId} SET ended = ? WHERE on_id = ? AND ended IS NULL AND (is_turn = FALSE OR is_turn = ?)
