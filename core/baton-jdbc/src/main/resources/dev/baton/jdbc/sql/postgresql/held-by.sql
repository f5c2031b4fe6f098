-- Among the held ones, which are one range of the alarm index: no index on owner is paid for.
-- Materialized, or the order by id would tempt the planner to walk the whole primary key.
WITH held AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.status = 3 AND b.next_event_at IS NOT NULL AND b.owner BETWEEN ? AND ? AND b.id > ?
)
SELECT {outline} FROM (SELECT id FROM held ORDER BY id LIMIT ?) first JOIN baton_task t ON t.id = first.id ORDER BY t.id
