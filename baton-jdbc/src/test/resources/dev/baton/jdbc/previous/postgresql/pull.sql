SELECT t.id, t.version, t.bucket, t.type, t.flow_key, t.priority, t.run_at
FROM unnest(?::text[], ?::text[]) AS q(type, flow_key)
CROSS JOIN LATERAL (
  SELECT b.id, b.version, b.bucket, b.type, b.flow_key, b.priority, b.run_at FROM baton_task b
  WHERE b.status = 2 AND b.bucket = ? AND b.type = q.type AND b.flow_key = q.flow_key
  ORDER BY b.bucket, b.type, b.flow_key, b.priority, b.run_at, b.id LIMIT ?) t
