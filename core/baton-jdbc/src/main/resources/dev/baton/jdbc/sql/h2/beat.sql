MERGE INTO baton_node n USING (VALUES (CAST(? AS UUID), CAST(? AS VARCHAR), CAST(? AS VARCHAR),
  CAST(? AS SMALLINT), CAST(? AS BIGINT), CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR)))
  c(id, name, version, role, lease_micros, types, buckets, limits)
ON n.id = c.id
WHEN MATCHED THEN UPDATE SET name = c.name, version = c.version, role = c.role, lease_micros = c.lease_micros, types = c.types,
  buckets = c.buckets, limits = c.limits, heard_at = {now}, left_at = NULL
WHEN NOT MATCHED THEN INSERT (id, name, version, role, lease_micros, types, buckets, limits, started_at, heard_at)
  VALUES (c.id, c.name, c.version, c.role, c.lease_micros, c.types, c.buckets, c.limits, {now}, {now})
