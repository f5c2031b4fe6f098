-- Every column is in the index: no row is read.
SELECT t.bucket, t.type, t.status, COUNT(*), MIN(CASE WHEN t.status = 2 THEN t.run_at END)
FROM baton_task t {ready} GROUP BY t.status, t.bucket, t.type LIMIT ?
