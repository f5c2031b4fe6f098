-- Fails when one of them is taken, by a subquery of two rows: the primary key decides every race. A plain insert fails too,
-- but locks in share mode where a key was freed, and two of them would then wait for each other.
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at) VALUES {keyRows}
ON DUPLICATE KEY UPDATE hold_micros = (SELECT 1 UNION SELECT 2)
