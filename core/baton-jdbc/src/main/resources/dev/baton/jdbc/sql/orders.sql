-- name: lock-orders
SELECT o.name FROM baton_order o {byId} WHERE o.name IN ({ids}) {skipLocked}

-- name: orders
SELECT o.name, o.before_id FROM baton_order o WHERE o.name IN ({ids})

-- name: forget-order
-- Unless another task was added to it meanwhile.
DELETE FROM baton_order WHERE name = ? AND last_id = ?
