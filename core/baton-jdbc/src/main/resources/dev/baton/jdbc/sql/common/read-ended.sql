SELECT f.id, f.status FROM baton_finished f WHERE f.id IN ({ids}) ORDER BY f.id
