-- Ten thousand groups by themselves, those in ERROR and then the largest, and the others together, by status.
-- Every column is in the index: no row is read.
SELECT o.bucket, o.type, o.status, SUM(o.tasks), MIN(o.since) FROM (
  SELECT CASE WHEN p.place <= 10000 THEN p.bucket ELSE '(others)' END AS bucket,
    CASE WHEN p.place <= 10000 THEN p.type ELSE '(others)' END AS type, p.status, p.tasks, p.since
  FROM (
    SELECT g.bucket, g.type, g.status, g.tasks, g.since,
      ROW_NUMBER() OVER (ORDER BY CASE WHEN g.status = 4 THEN 0 ELSE 1 END, g.tasks DESC, g.bucket, g.type, g.status) AS place
    FROM (
      SELECT t.bucket, t.type, t.status, COUNT(*) AS tasks,
        MIN(CASE WHEN t.status = 2 THEN COALESCE(GREATEST(t.run_at, t.last_change), t.run_at) END) AS since
      FROM baton_task t {ready} GROUP BY t.status, t.bucket, t.type
    ) g) p) o
GROUP BY o.bucket, o.type, o.status LIMIT ?
