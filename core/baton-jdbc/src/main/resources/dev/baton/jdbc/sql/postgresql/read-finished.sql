SELECT {finished} FROM (SELECT DISTINCT unnest(ARRAY[{ids}]::uuid[]) AS id) q CROSS JOIN LATERAL (
  SELECT {finished} FROM baton_finished f WHERE f.id = q.id
  UNION ALL
  SELECT {finished} FROM baton_shared_task f WHERE {sharedRowOfQ}) f
