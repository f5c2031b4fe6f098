-- A transaction whose snapshot is older can't lock the row after this, and so misses no signal. Databases leave out a
-- change that changes nothing; of a running task this time says when it was claimed, to the microsecond.
UPDATE baton_task SET last_action = COALESCE(last_action, created_at) + INTERVAL '0.000001' SECOND WHERE id = ?
