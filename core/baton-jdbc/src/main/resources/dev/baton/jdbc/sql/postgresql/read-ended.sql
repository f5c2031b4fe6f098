SELECT f.id, f.status FROM (SELECT DISTINCT unnest(ARRAY[{ids}]::uuid[]) AS id) q CROSS JOIN LATERAL (
  SELECT f.id, f.status FROM baton_finished f WHERE f.id = q.id
  UNION ALL
  SELECT f.id, f.status FROM baton_shared_task f WHERE {sharedRowOfQ}) f
ORDER BY f.id
