SELECT n.id, n.name, n.version, n.role, n.types, n.buckets, n.started_at, n.heard_at, n.left_at,
  n.limits, n.lease_micros
FROM baton_node n WHERE n.heard_at > {ago}
