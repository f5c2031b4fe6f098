INSERT INTO baton_node (id, name, version, role, types, buckets, limits, started_at, heard_at)
VALUES (?, ?, ?, ?, ?, ?, ?, {now}, {now})
ON DUPLICATE KEY UPDATE name = VALUES(name), version = VALUES(version), role = VALUES(role),
  types = VALUES(types), buckets = VALUES(buckets), limits = VALUES(limits), heard_at = VALUES(heard_at),
  left_at = NULL
