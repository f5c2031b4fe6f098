-- The first lapsed claims of many: what they still hold, or nothing and they are over.
WITH lapsed AS MATERIALIZED (
  SELECT c.owner, c.ids FROM baton_claim c WHERE c.lease_until <= {now} ORDER BY c.lease_until LIMIT 100
), held AS MATERIALIZED (
  SELECT t.id, lapsed.owner FROM lapsed CROSS JOIN LATERAL (
    SELECT b.id FROM baton_task b WHERE b.id = ANY (lapsed.ids) AND b.owner = lapsed.owner AND b.status + 0 = 2 OFFSET 0) t
), over AS (
  DELETE FROM baton_claim c USING lapsed WHERE c.owner = lapsed.owner AND NOT EXISTS (SELECT FROM held WHERE held.owner = c.owner)
)
(SELECT {outline} FROM held JOIN baton_task t ON t.id = held.id LIMIT 1000)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.status = 3 AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?)
UNION ALL
(SELECT {outline} FROM baton_task t WHERE t.status = 2{unheld} AND t.next_event_at >= {time} AND t.next_event_at <= {now} ORDER BY t.status, t.next_event_at LIMIT ?)
LIMIT ?
