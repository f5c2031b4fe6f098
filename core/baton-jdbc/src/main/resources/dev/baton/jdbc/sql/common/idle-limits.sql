SELECT l.name FROM baton_limit l WHERE l.idle_after <= {now} AND (l.paid_until IS NULL OR l.paid_until <= {now})
AND NOT EXISTS (SELECT 1 FROM baton_permit p WHERE p.limit_name = l.name) ORDER BY l.name LIMIT ?
