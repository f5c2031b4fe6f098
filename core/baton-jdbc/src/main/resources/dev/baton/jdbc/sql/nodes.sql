-- name: nodes
SELECT n.id, n.name, n.version, n.role, n.types, n.buckets, n.started_at, n.heard_at, n.left_at,
  n.limits, n.lease_micros, n.warnings
FROM baton_node n WHERE n.heard_at > {ago}

-- name: leave
UPDATE baton_node SET heard_at = {now}, left_at = {now} WHERE id = ? AND left_at IS NULL

-- name: forget-nodes
DELETE FROM baton_node WHERE heard_at <= {ago}

-- name: insert-leader
INSERT INTO baton_leader (duty, node, lead_until) VALUES (?, ?, {when})

-- name: find-leader
SELECT l.node FROM baton_leader l WHERE l.duty = ?

-- name: renew-leader
UPDATE baton_leader SET node = ?, lead_until = {when} WHERE duty = ? AND (node = ? OR lead_until <= {now} OR lead_until > {when})

-- name: resign
DELETE FROM baton_leader WHERE duty = ? AND node = ?
