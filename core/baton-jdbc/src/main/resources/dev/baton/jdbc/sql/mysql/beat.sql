INSERT INTO baton_node (id, name, version, role, lease_micros, types, buckets, limits, started_at, heard_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, {now}, {now})
ON DUPLICATE KEY UPDATE name = VALUES(name), version = VALUES(version), role = VALUES(role), lease_micros = VALUES(lease_micros),
  types = VALUES(types), buckets = VALUES(buckets), limits = VALUES(limits), heard_at = VALUES(heard_at),
  left_at = NULL
