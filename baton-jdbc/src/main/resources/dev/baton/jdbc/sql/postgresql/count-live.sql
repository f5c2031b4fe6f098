-- Each part from an index that holds nothing else; rows are read for those that are held, which are few.
SELECT bucket, type, status, count(*), NULL::timestamptz FROM baton_task WHERE status IN (0, 1, 4) GROUP BY bucket, type, status
UNION ALL
SELECT bucket, type, 2::smallint, count(*), min(run_at) FROM baton_task WHERE status = 2 GROUP BY bucket, type
UNION ALL
SELECT bucket, type, 3::smallint, count(*), NULL::timestamptz FROM baton_task WHERE status = 3 AND next_event_at IS NOT NULL GROUP BY bucket, type
LIMIT ?
