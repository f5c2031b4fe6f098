MERGE INTO baton_node n USING (VALUES (CAST(? AS UUID), CAST(? AS VARCHAR), CAST(? AS VARCHAR),
  CAST(? AS SMALLINT), CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR)))
  c(id, name, version, role, types, buckets, limits)
ON n.id = c.id
WHEN MATCHED THEN UPDATE SET name = c.name, version = c.version, role = c.role, types = c.types,
  buckets = c.buckets, limits = c.limits, heard_at = {now}, left_at = NULL
WHEN NOT MATCHED THEN INSERT (id, name, version, role, types, buckets, limits, started_at, heard_at)
  VALUES (c.id, c.name, c.version, c.role, c.types, c.buckets, c.limits, {now}, {now})
