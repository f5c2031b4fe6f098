-- Locking: a snapshot may be older than their end.
SELECT f.id, f.status FROM baton_finished f WHERE f.id IN ({ids}) ORDER BY f.id FOR UPDATE
