-- A transaction whose snapshot is older can't lock the row after this, and so misses no signal.
UPDATE baton_task SET last_action = {now} WHERE id = ?
