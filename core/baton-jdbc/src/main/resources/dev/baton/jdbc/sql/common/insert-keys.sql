-- Fails with a duplicate key when one of them is taken: the primary key decides every race.
INSERT INTO baton_key (kind, type, text, task_id, hold_micros, while_kept, expires_at) VALUES {keyRows}
