-- The fence of a note: the row stays locked until the note is written. No update: one that changes nothing counts no row
-- where the driver counts changed rows (useAffectedRows).
SELECT t.version FROM baton_task t WHERE t.id = ? AND t.version = ? AND t.owner = ? FOR UPDATE
