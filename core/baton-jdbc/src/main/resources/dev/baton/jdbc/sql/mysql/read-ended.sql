-- Locking: at repeatable read, which is usual here, a snapshot may be older than their end.
SELECT f.id, f.status FROM baton_finished f FORCE INDEX (PRIMARY) WHERE f.id IN ({ids}) ORDER BY f.id LOCK IN SHARE MODE
