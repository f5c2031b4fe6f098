-- Live tasks that others are going to wait for: their end waits for this transaction's.
SELECT t.id FROM baton_task t {byId} WHERE t.id IN ({ids}) ORDER BY t.id FOR UPDATE
