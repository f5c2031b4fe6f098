-- Ten thousand groups by themselves, those in ERROR and then the largest, and the others together, by status.
-- Each part from an index that holds nothing else; rows are read for those that are held, which are few.
SELECT o.bucket, o.type, o.status, SUM(o.tasks), MIN(o.since) FROM (
  SELECT CASE WHEN p.place <= 10000 THEN p.bucket ELSE '(others)' END AS bucket,
    CASE WHEN p.place <= 10000 THEN p.type ELSE '(others)' END AS type, p.status, p.tasks, p.since
  FROM (
    SELECT g.bucket, g.type, g.status, g.tasks, g.since,
      ROW_NUMBER() OVER (ORDER BY CASE WHEN g.status = 4 THEN 0 ELSE 1 END, g.tasks DESC, g.bucket, g.type, g.status) AS place
    FROM (
      SELECT bucket, type, status, count(*) AS tasks, NULL::timestamptz AS since FROM baton_task WHERE status IN (0, 1, 4) GROUP BY bucket, type, status
      UNION ALL
      SELECT bucket, type, 2::smallint, count(*), min(greatest(run_at, last_change)) FROM baton_task WHERE status = 2 GROUP BY bucket, type
      UNION ALL
      SELECT bucket, type, 3::smallint, count(*), NULL::timestamptz FROM baton_task WHERE status = 3 AND next_event_at IS NOT NULL GROUP BY bucket, type
    ) g) p) o
GROUP BY o.bucket, o.type, o.status LIMIT ?
