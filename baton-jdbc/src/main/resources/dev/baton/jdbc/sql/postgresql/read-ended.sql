SELECT f.id, f.status FROM (SELECT DISTINCT unnest(ARRAY[{ids}]::uuid[]) AS id) q CROSS JOIN LATERAL (
  SELECT f.id, f.status FROM baton_finished f WHERE f.id = q.id
  UNION ALL
  SELECT f.id, f.status FROM baton_batched f WHERE f.first_id {near} AND f.last_id >= q.id AND f.id = q.id) f
ORDER BY f.id
