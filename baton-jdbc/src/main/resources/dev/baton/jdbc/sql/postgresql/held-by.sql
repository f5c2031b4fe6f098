-- Among the held ones, which are one range of the alarm index, and what claims of many hold: no index on owner is paid for.
-- Materialized, or the order by id would tempt the planner to walk the whole primary key.
WITH asked AS (SELECT ?::uuid AS first, ?::uuid AS last, ?::uuid AS after), held AS MATERIALIZED (
  SELECT b.id FROM baton_task b
  WHERE b.status = 3 AND b.next_event_at IS NOT NULL
    AND b.owner BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked) AND b.id > (SELECT after FROM asked)
  UNION ALL
  SELECT h.id FROM baton_held h
  WHERE h.owner BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked) AND h.id > (SELECT after FROM asked)
)
SELECT {outline} FROM (SELECT id FROM held ORDER BY id LIMIT ?) first JOIN baton_task t ON t.id = first.id ORDER BY t.id
