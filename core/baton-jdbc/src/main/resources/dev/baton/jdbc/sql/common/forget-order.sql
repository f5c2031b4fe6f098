-- Unless another task was added to it meanwhile.
DELETE FROM baton_order WHERE name = ? AND last_id = ?
