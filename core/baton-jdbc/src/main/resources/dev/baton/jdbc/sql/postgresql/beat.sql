INSERT INTO baton_node AS n (id, name, version, role, lease_micros, types, buckets, limits, started_at, heard_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, {now}, {now})
ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, role = excluded.role, lease_micros = excluded.lease_micros,
  types = excluded.types, buckets = excluded.buckets, limits = excluded.limits, heard_at = excluded.heard_at,
  left_at = NULL
