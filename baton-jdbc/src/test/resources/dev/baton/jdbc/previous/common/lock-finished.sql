SELECT f.status, f.keyed FROM baton_finished f WHERE f.id = ? AND f.version = ? FOR UPDATE
