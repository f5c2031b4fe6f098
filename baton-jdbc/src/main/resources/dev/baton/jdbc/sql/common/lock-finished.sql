SELECT f.status, f.keyed, f.payload IS NULL AND f.context LIKE '%baton.clear=%' AS cleared FROM baton_finished f WHERE f.id = ? AND f.version = ? FOR UPDATE
