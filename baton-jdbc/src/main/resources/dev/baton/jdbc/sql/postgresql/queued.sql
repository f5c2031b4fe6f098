-- By what the index has: a look at the rows, for their owners, would read a million of them where keys are left out.
SELECT t.id, t.bucket, t.type, t.run_at FROM baton_task t WHERE {filter} AND t.id NOT IN (SELECT h.id FROM baton_held h) LIMIT ?
