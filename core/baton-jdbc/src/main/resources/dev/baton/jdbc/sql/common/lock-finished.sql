SELECT f.status, f.keyed, f.payload IS NULL AND {cleared} AS cleared FROM baton_finished f WHERE f.id = ? AND f.version = ? FOR UPDATE
